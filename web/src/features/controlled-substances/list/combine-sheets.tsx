import { Badge } from '../../../ui/badge.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Amount } from '../amount.tsx'
import { SubstanceTitle } from '../substance-title.tsx'
import { daysOf, type BalanceEntry } from './balance-entry.ts'
import { balanceListText as text } from './balance-list-text.ts'

interface CombineSheetsProps {
  /** In the order of the combined sheet. */
  entries: readonly BalanceEntry[]
  /** Each with its drug, where that may differ. */
  titled: boolean
}

/** The sheets that are chosen: who made each of them, and with what it closed. */
export function CombineSheets({ entries, titled }: CombineSheetsProps) {
  return (
    <ol className="combine-sheets tabular" aria-label={text.combineList}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <span className="combine-sheet">
            <span className="combine-sheet-words">
              {titled && (
                <>
                  <SubstanceTitle drug={entry.name} concentration={entry.card.balance.drug_concentration} />
                  ,{' '}
                </>
              )}
              {daysOf(entry)}{' '}
              <span className="combine-by quiet small">{text.by(entry.author_name.toUpperCase())}</span>{' '}
              {entry.card.balance.combined && <Badge>{text.combined}</Badge>}
            </span>{' '}
            {entry.card.balance.closing !== undefined && (
              <>
                <span className="quiet small">{text.closes}</span>{' '}
                <Amount value={formatNumber(entry.card.balance.closing.balance)} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
