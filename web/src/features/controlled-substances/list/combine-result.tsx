import type { CombinedBalance } from 'sync-protocol/rules/combine-balances'
import { Banner } from '../../../ui/banner.tsx'
import { formatDate, formatNumber } from '../../../ui/format.ts'
import { substanceText } from '../controlled-substances-text.ts'
import { SubstanceTitle } from '../substance-title.tsx'
import { balanceListText as text } from './balance-list-text.ts'

/** What the combined sheet will be, before it is one, and what people must know of it. */
export function CombineResult({ combined: { content, gaps, dropped } }: { combined: CombinedBalance }) {
  const { drug_name, drug_concentration, container_size, date_start, date_end, closing, pages } = content
  return (
    <>
      <p>
        {text.becomes}{' '}
        <strong>
          <SubstanceTitle drug={drug_name} concentration={drug_concentration} />
        </strong>
        , {substanceText.days(formatDate(date_start), formatDate(date_end))}.{' '}
        {text.becomesFacts(
          pages.length,
          formatNumber(container_size),
          closing === undefined ? undefined : formatNumber(closing.balance),
        )}
      </p>
      {gaps > 0 && (
        <Banner kind="attention" title={text.gaps(gaps)}>
          {text.gapsText}
        </Banner>
      )}
      {dropped > 0 && <Banner kind="info">{text.dropped(dropped)}</Banner>}
    </>
  )
}
