import { Star } from 'lucide-react'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDate } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PickerRow } from '../../ui/picker-row.tsx'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

interface SheetPickerRowProps {
  step: ListStep
  entry: ListEntry
  starred: boolean
  onChoose: (id: string) => void
  onStar: (id: string) => void
}

/** A listed record, what of it is on the sheet already, and whether it is one of this person's favorites. */
export function SheetPickerRow({ step, entry, starred, onChoose, onStar }: SheetPickerRowProps) {
  const draft = useSheet(({ sheet }) => sheet.draft)
  const chosen = {
    [MODAL_STEP.procedures]: draft.procedure?.source_id,
    [MODAL_STEP.anesthesiaProtocols]: draft.anesthesia_protocol?.source_id,
    [MODAL_STEP.emergencyProtocols]: draft.emergency_protocol?.source_id,
    [MODAL_STEP.injections]: undefined,
  }[step]
  const adding = step === MODAL_STEP.injections
  return (
    <div className="sheet-picker-line">
      <PickerRow
        name={<DrugName name={entry.name} />}
        lines={[`${formatDate(entry.day)} · ${entry.author_name.toUpperCase()}`]}
        pending={entry.pending}
        chosen={entry._id === chosen}
        times={adding ? draft.injections.filter((name) => name === entry.name).length : 0}
        disabled={adding && draft.injections.length >= INJECTIONS_MAX}
        onChoose={() => onChoose(entry._id)}
      />
      <IconButton
        className="picker-star"
        label={sheetText.favorite(entry.name)}
        pressed={starred}
        icon={<Star aria-hidden />}
        onClick={() => onStar(entry._id)}
      />
    </div>
  )
}
