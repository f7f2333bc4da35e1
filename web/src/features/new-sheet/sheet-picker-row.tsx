import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import type { ListEntry } from '../../data/list-search.ts'
import { formatDate } from '../../ui/format.ts'
import { PickerRow } from '../../ui/picker-row.tsx'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { useSheet } from './session-context.ts'

interface SheetPickerRowProps {
  step: ListStep
  entry: ListEntry
  onChoose: (id: string) => void
}

/** A listed record, and what of it is on the sheet already. */
export function SheetPickerRow({ step, entry, onChoose }: SheetPickerRowProps) {
  const draft = useSheet(({ sheet }) => sheet.draft)
  const chosen = {
    [MODAL_STEP.procedures]: draft.procedure?.source_id,
    [MODAL_STEP.anesthesiaProtocols]: draft.anesthesia_protocol?.source_id,
    [MODAL_STEP.emergencyProtocols]: draft.emergency_protocol?.source_id,
    [MODAL_STEP.injections]: undefined,
  }[step]
  const adding = step === MODAL_STEP.injections
  return (
    <PickerRow
      name={entry.name}
      lines={[`${formatDate(entry.day)} · ${entry.author_name.toUpperCase()}`]}
      pending={entry.pending}
      chosen={entry._id === chosen}
      times={adding ? draft.injections.filter((name) => name === entry.name).length : 0}
      disabled={adding && draft.injections.length >= INJECTIONS_MAX}
      onChoose={() => onChoose(entry._id)}
    />
  )
}
