import { startTransition, useEffect, useMemo, useState } from 'react'
import type { BalanceContent } from 'sync-protocol/records/balance'
import type { Voided } from 'sync-protocol/records/envelope'
import { currentUser } from '../../../data/people/session.ts'
import { legendOf, shownPages, type RowPeople } from '../../../exports/balance-rows.ts'
import { Banner } from '../../../ui/banner.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { BalancePage } from './balance-page.tsx'
import './balance-view.css'
import { balanceViewText as text } from './balance-view-text.ts'

/** Pages in the first picture, and with each further step. */
const AT_ONCE = 3

/** How many of `total` are drawn yet: a long sheet opens at once, and what is out of sight follows. */
function useDrawn(total: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE)
  useEffect(() => {
    if (drawn < total) startTransition(() => setDrawn(drawn + AT_ONCE))
  }, [drawn, total])
  return Math.min(drawn, total)
}

interface BalanceViewProps extends RowPeople {
  content: BalanceContent
  voided?: Voided | undefined
}

/** A balance sheet as it was saved, page by page: nothing is computed again. */
export function BalanceView({ content, author, people, voided }: BalanceViewProps) {
  const [{ time_zone }] = useState(currentUser)
  const { id, name } = author
  const pages = useMemo(
    () => shownPages(content.pages, { author: { id, name }, people }),
    [content.pages, id, name, people],
  )
  const legend = useMemo(() => legendOf(pages.flat()), [pages])
  const drawn = useDrawn(pages.length)
  const gaps = useMemo(() => pages.flat().filter(({ gap }) => gap).length, [pages])
  const { container_size, drug_name, drug_concentration, drug_form } = content
  const head = useMemo(
    () => ({ drug_name, container_size, drug_concentration, drug_form }),
    [drug_name, container_size, drug_concentration, drug_form],
  )
  return (
    <div className={voided ? 'stack-wide balance-voided' : 'stack-wide'}>
      {voided && (
        <Banner kind="harm" title={text.voidedTitle}>
          {text.voided(formatDateTime(voided.at, time_zone), voided.by_name)} {text.reason(voided.reason)}
        </Banner>
      )}
      {gaps > 0 && (
        <Banner kind="attention" title={text.gapsTitle(gaps)}>
          {text.gaps(gaps)}
        </Banner>
      )}
      {pages.slice(0, drawn).map((rows, index) => (
        <BalancePage key={index} rows={rows} number={index + 1} total={pages.length} head={head} />
      ))}
      {legend !== '' && <p className="quiet small">{legend}</p>}
    </div>
  )
}
