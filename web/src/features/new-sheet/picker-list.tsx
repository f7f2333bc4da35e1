import { Check } from 'lucide-react'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import type { ListEntry } from '../../data/list-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

interface PickerListProps {
  step: ListStep
  own: boolean
  ready: boolean
  found: readonly ListEntry[]
  searching: boolean
  onClearSearch: () => void
  onChoose: (id: string) => void
}

const ROW_PX = 68

export function PickerList({ step, own, ready, found, searching, onClearSearch, onChoose }: PickerListProps) {
  const draft = useSheet(({ sheet }) => sheet.draft)
  if (!ready) return <Spinner label={sheetText.loading} />
  if (found.length === 0 && searching)
    return (
      <EmptyState
        title={sheetText.nothingFound}
        action={{ label: sheetText.clearSearch, onPress: onClearSearch }}
      />
    )
  if (found.length === 0)
    return (
      <EmptyState
        title={sheetText.noRecords(sheetText.collections[step])}
        text={own ? sheetText.noOwnRecords : sheetText.addInLibrary}
      />
    )
  const chosen = {
    [MODAL_STEP.procedures]: draft.procedure?.source_id,
    [MODAL_STEP.anesthesiaProtocols]: draft.anesthesia_protocol?.source_id,
    [MODAL_STEP.emergencyProtocols]: draft.emergency_protocol?.source_id,
    [MODAL_STEP.injections]: undefined,
  }[step]
  const adding = step === MODAL_STEP.injections
  return (
    <VirtualList
      className="picker-list"
      label={sheetText.picker[step]}
      count={found.length}
      estimate={ROW_PX}
      gap={0}
      itemKey={(index) => found[index]?._id ?? String(index)}
      renderItem={(index) => {
        const entry = found[index]
        if (entry === undefined) return null
        return (
          <PickerRow
            entry={entry}
            chosen={entry._id === chosen}
            times={adding ? draft.injections.filter((name) => name === entry.name).length : 0}
            disabled={adding && draft.injections.length >= INJECTIONS_MAX}
            onChoose={onChoose}
          />
        )
      }}
    />
  )
}

interface PickerRowProps {
  entry: ListEntry
  chosen: boolean
  /** How often this injection is on the sheet. */
  times: number
  /** It keeps the focus: the press that fills the sheet must not throw the keyboard out of the list. */
  disabled: boolean
  onChoose: (id: string) => void
}

function PickerRow({ entry, chosen, times, disabled, onChoose }: PickerRowProps) {
  return (
    <button
      type="button"
      className="picker-row"
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onChoose(entry._id)
      }}
    >
      <span className="picker-words">
        <span className="picker-name">{entry.name}</span>{' '}
        <span className="quiet small">
          {formatDate(entry.day)} · {entry.author_name.toUpperCase()}
        </span>
      </span>
      {entry.pending && <Badge>{sheetText.pending}</Badge>}
      {times > 0 && <Badge kind="controlled">{sheetText.times(times)}</Badge>}
      {chosen && (
        <span className="picker-chosen">
          <Check aria-hidden />
          {sheetText.chosen}
        </span>
      )}
    </button>
  )
}
