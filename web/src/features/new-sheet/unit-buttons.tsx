import { useId, useRef } from 'react'
import { offeredUnits, useFixedUnit } from '../../records/fixed-unit.ts'
import { weightText } from '../../records/weight-text.ts'
import { unitChosen } from './open-sheet.ts'
import { useFieldError, useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { FieldMessage } from '../../ui/field-message.tsx'
import './unit-buttons.css'

/**
 * The unit of this patient's weight, which nobody chose until one of the two is pressed: the one that was used last is only
 * marked. Where the clinic weighs in one unit, that alone is offered, and is chosen with the first digit of the weight. What EXPORT finds wrong leads to both, so that the Enter that pressed it chooses none.
 */
export function UnitButtons() {
  const session = useSession()
  const chosen = useSheet(({ sheet }) => sheet.draft.weight_units)
  const last = useSheet(({ sheet }) => sheet.remembered.weight_units)
  const fixed = useFixedUnit()
  const both = useRef<HTMLFieldSetElement>(null)
  const error = useFieldError('weight_units', both)
  const errorId = useId()
  return (
    <fieldset
      className="unit-choice"
      ref={both}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="field-label">
        <span className="unit-label">{sheetText.units}</span>
        {chosen === '-' && fixed === undefined && <span className="unit-open"> {weightText.whichUnit}</span>}
      </legend>
      <div className={error === undefined ? 'unit-buttons' : 'unit-buttons unit-wrong'}>
        {offeredUnits(chosen, fixed).map((unit) => (
          <button
            key={unit}
            type="button"
            className="unit-button"
            aria-pressed={chosen === unit}
            data-last={(chosen === '-' && last === unit) || undefined}
            onClick={() => session.update((sheet) => unitChosen(sheet, unit))}
          >
            {unit}
            {chosen === '-' && fixed === undefined && last === unit && (
              <span className="unit-last"> {weightText.lastUnit}</span>
            )}
          </button>
        ))}
      </div>
      <div aria-live="polite">{error !== undefined && <FieldMessage id={errorId} text={error} />}</div>
    </fieldset>
  )
}
