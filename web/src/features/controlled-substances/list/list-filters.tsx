import { X } from 'lucide-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { balanceListText as text } from './balance-list-text.ts'
import type { Days } from './date-range-fault.ts'

interface ListFiltersProps {
  range: Days | undefined
  onClearRange: () => void
  /** Absent for those who may not see them. */
  voided: { shown: boolean; onChange: (shown: boolean) => void } | undefined
}

/** What the list leaves out or adds beside the search, so that nobody takes a part for the whole. */
export function ListFilters({ range, onClearRange, voided }: ListFiltersProps) {
  if (range === undefined && voided === undefined) return null
  return (
    <div className="balance-filters">
      {range !== undefined && (
        <span className="balance-chip">
          {text.rangeChip(substanceText.days(formatDate(range.from), formatDate(range.to)))}
          <IconButton label={text.clearRange} icon={<X />} onClick={onClearRange} />
        </span>
      )}
      {voided !== undefined && (
        <Checkbox label={text.showVoided} checked={voided.shown} onChange={voided.onChange} />
      )}
    </div>
  )
}
