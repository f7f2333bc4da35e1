import { useId, useRef } from 'react'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { useFieldError, useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { FieldMessage } from '../../ui/field-message.tsx'
import { pictureOf } from '../../records/patient.ts'

/** None, canine, feline, canine (`spec 1 §4`). */
export function SpeciesButton() {
  const session = useSession()
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const button = useRef<HTMLButtonElement>(null)
  const error = useFieldError('species', button)
  const errorId = useId()
  const name = sheetText.speciesNames[species]
  return (
    <div className="species-choice">
      <button
        type="button"
        ref={button}
        className={error === undefined ? 'species-button' : 'species-button choice-wrong'}
        data-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onClick={() => session.pressSpecies()}
      >
        <SpeciesPicture species={pictureOf(species)} size={88} />
        <span className="visually-hidden" aria-live="polite">
          {sheetText.speciesNow(name)}
        </span>
        <span className="species-name" aria-hidden>
          {species === -1 ? sheetText.species : name}
        </span>
        <span className="small quiet">
          {species === -1 ? sheetText.speciesHint : sheetText.speciesChange}
        </span>
      </button>
      {error !== undefined && <FieldMessage id={errorId} text={error} alert />}
    </div>
  )
}
