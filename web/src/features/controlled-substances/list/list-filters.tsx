import { BookLock, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { discrepanciesText } from '../discrepancies/discrepancies-text.ts'
import { balanceListText as text } from './balance-list-text.ts'
import type { Balances } from './use-balances.ts'

/** Whether there is anything that the list leaves out, or that this person may have it add. */
export const hasFilters = ({ list: { query, seesVoided }, only }: Balances) =>
  query.used !== undefined || only !== undefined || seesVoided

/** What the list leaves out or adds beside the search, so that nobody takes a part for the whole. */
export function ListFilters({ balances }: { balances: Balances }) {
  const { list, discrepancies, only, showOnly } = balances
  const { query, setQuery } = list
  return (
    <>
      {query.used !== undefined && (
        <Chip
          words={text.rangeChip(substanceText.days(formatDate(query.used.from), formatDate(query.used.to)))}
          clear={text.clearRange}
          onClear={() => setQuery({ used: undefined })}
        />
      )}
      {only !== undefined && (
        <Chip
          words={
            only === 'discrepancies'
              ? discrepanciesText.chip(discrepancies.found.size)
              : discrepanciesText.chipOf(only.size)
          }
          clear={discrepanciesText.clear}
          onClear={() => showOnly(undefined)}
        />
      )}
      {list.seesVoided && (
        <Link to={paths.ledger} className="balance-ledger">
          <BookLock aria-hidden />
          <span className="balance-ledger-word">{text.ledger}</span>
        </Link>
      )}
    </>
  )
}

interface ChipProps {
  words: string
  clear: string
  onClear: () => void
}

function Chip({ words, clear, onClear }: ChipProps) {
  return (
    <span className="balance-chip">
      {words}
      <IconButton label={clear} icon={<X />} onClick={onClear} />
    </span>
  )
}
