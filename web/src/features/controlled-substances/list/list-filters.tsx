import { BookLock, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { balanceListText as text } from './balance-list-text.ts'
import type { Days } from './date-range-fault.ts'

interface ListFiltersProps {
  range: Days | undefined
  onClearRange: () => void
  /** Only some sheets are shown, in words; and how to show all again. */
  only: { words: string; clear: string; onClear: () => void } | undefined
  /** Voided sheets and the ledger are for those who look after the records; absent for others. */
  voided: { shown: boolean; onChange: (shown: boolean) => void } | undefined
}

/** What the list leaves out or adds beside the search, so that nobody takes a part for the whole. */
export function ListFilters({ range, onClearRange, only, voided }: ListFiltersProps) {
  if (range === undefined && only === undefined && voided === undefined) return null
  return (
    <div className="balance-filters">
      {range !== undefined && (
        <Chip
          words={text.rangeChip(substanceText.days(formatDate(range.from), formatDate(range.to)))}
          clear={text.clearRange}
          onClear={onClearRange}
        />
      )}
      {only !== undefined && <Chip {...only} />}
      {voided !== undefined && (
        <>
          <Checkbox label={text.showVoided} checked={voided.shown} onChange={voided.onChange} />
          <Link to={paths.ledger} className="balance-ledger">
            <BookLock aria-hidden />
            {text.ledger}
          </Link>
        </>
      )}
    </div>
  )
}

function Chip({ words, clear, onClear }: NonNullable<ListFiltersProps['only']>) {
  return (
    <span className="balance-chip">
      {words}
      <IconButton label={clear} icon={<X />} onClick={onClear} />
    </span>
  )
}
