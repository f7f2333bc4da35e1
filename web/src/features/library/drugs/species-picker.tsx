import { useId } from 'react'
import { CANINE, FELINE, type Species } from 'sync-protocol/records/fields'
import { speciesWord } from '../../../paths.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SpeciesPicture } from '../../../ui/species-picture.tsx'
import { drugsText as text } from './drugs-text.ts'
import { FieldMessage } from '../../../ui/field-message.tsx'

interface SpeciesPickerProps {
  chosen: readonly Species[]
  onToggle: (species: Species) => void
  readOnly: boolean
  /** The last one cannot be taken away. */
  keepsLast?: boolean
  error?: string | undefined
  hint?: string | undefined
}

export function SpeciesPicker({ chosen, onToggle, readOnly, keepsLast, error, hint }: SpeciesPickerProps) {
  const id = useId()
  return (
    <fieldset className="species-picker" aria-describedby={error === undefined ? undefined : id}>
      <legend className="field-label">{text.species}</legend>
      <div className="row">
        {([CANINE, FELINE] as const).map((species) => {
          const last = keepsLast === true && chosen.length === 1 && chosen.includes(species)
          return (
            <div key={species} className="species-pick">
              <Checkbox
                label={text.speciesNames[species]}
                name="species"
                checked={chosen.includes(species)}
                disabled={readOnly || last}
                onChange={() => onToggle(species)}
              />
              <SpeciesPicture species={speciesWord(species)} size={36} />
            </div>
          )
        })}
      </div>
      {hint !== undefined && <div className="field-hint">{hint}</div>}
      <div aria-live="polite">{error !== undefined && <FieldMessage id={id} text={error} />}</div>
    </fieldset>
  )
}
