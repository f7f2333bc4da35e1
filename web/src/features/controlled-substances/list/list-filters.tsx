import { BookLock, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../../../paths.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { discrepanciesText } from '../discrepancies/discrepancies-text.ts'
import { balanceListText as text } from './balance-list-text.ts'
import type { useBalances } from './use-balances.ts'
import { maySeeVoided } from './who-may.ts'

interface ListFiltersProps {
  balances: ReturnType<typeof useBalances>
  user: Profile
}

/** Whether there is anything that the list leaves out, or that this person may have it add. */
export const hasFilters = ({ balances: { query, only }, user }: ListFiltersProps) =>
  query.used !== undefined || only !== undefined || maySeeVoided(user)

/** What the list leaves out or adds beside the search, so that nobody takes a part for the whole. */
export function ListFilters({ balances, user }: ListFiltersProps) {
  const { discrepancies, query, setQuery, only, showOnly } = balances
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
      {maySeeVoided(user) && (
        <>
          <Checkbox
            label={text.showVoided}
            checked={query.voided === true}
            onChange={(voided) => setQuery({ voided })}
          />
          <Link to={paths.ledger} className="balance-ledger">
            <BookLock aria-hidden />
            {text.ledger}
          </Link>
        </>
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
