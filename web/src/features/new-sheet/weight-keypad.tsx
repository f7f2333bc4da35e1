import { weightText } from 'sync-protocol/rules/dose'
import { useFixedUnit } from '../../records/fixed-unit.ts'
import { WeightPad } from '../../records/weight-pad.tsx'
import { Modal } from '../../ui/modal.tsx'
import { unitChosen, weightTyped } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { useWeightBefore } from './weight-before.tsx'
import { useUnusualWeight, WeightWarning } from './weight-guard.tsx'

/**
 * The weight by large keys. What is pressed is in the sheet's field at once, so leaving it half way loses nothing; DONE alone
 * asks for a weight that can be computed with. A press beside it does nothing: a slip from a key must not close it.
 */
export function WeightKeypad({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const { name, weight, weight_units: units } = useSheet(({ sheet }) => sheet.draft)
  const last = useSheet(({ sheet }) => sheet.remembered.weight_units)
  const fixed = useFixedUnit()
  return (
    <Modal title={sheetText.weightOf(name)} onClose={onClose}>
      <WeightPad
        weight={weight}
        units={units}
        last={last}
        onWeight={(value) => session.update((sheet) => weightTyped(sheet, value, fixed))}
        onUnit={(unit) => session.update((sheet) => unitChosen(sheet, unit))}
        done={sheetText.done}
        onDone={onClose}
        note={<KeypadNote />}
      />
    </Modal>
  )
}

/** Both units, or what is unusual; before there is a weight, the one of the copied sheet. */
function KeypadNote() {
  const { weight, weight_units: units, estimated } = useSheet(({ sheet }) => sheet.draft)
  const both = units === '-' ? null : weightText(weight, units, estimated)
  const before = useWeightBefore()
  return useUnusualWeight() === null ? (
    <span className="keypad-both tabular">{both ?? before}</span>
  ) : (
    <WeightWarning short />
  )
}
