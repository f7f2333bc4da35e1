import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BalanceRow } from 'sync-protocol/records/balance'
import { EMPTY_ROW } from 'sync-protocol/rules/balance-pages'
import { shownRow } from '../../../exports/balance-rows.ts'
import { BalancePage } from './balance-page.tsx'

const head = {
  drug_name: 'Ketamine',
  container_size: 20,
  drug_concentration: 100,
  drug_form: 'injection',
} as const
const rows: BalanceRow[] = [
  { ...EMPTY_ROW, empty: false, title: 'Ketamine', added: 20, balance: 20.83 },
  { ...EMPTY_ROW, empty: false, title: 'Cleo', used: 0.25, balance: 20.58 },
]

it('every amount of a saved balance sheet has its unit beside it, also where it is read out', () => {
  const page = renderToStaticMarkup(
    <BalancePage rows={rows.map((row) => shownRow(row))} number={1} total={1} head={head} />,
  )
  const said = [...page.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, name]) => name)
  expect(said).toEqual(['20 ml', '20.83 ml', '0.25 ml', '20.58 ml'])
  expect(page.match(/<span class="amount-unit">ml<\/span>/g)).toHaveLength(4)
})
