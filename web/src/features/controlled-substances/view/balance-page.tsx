import { memo } from 'react'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { formText, type ShownRow } from '../../../exports/balance-rows.ts'
import { balanceText as words } from '../../../exports/balance-text.ts'
import { DrugName } from '../../../ui/drug-name.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { BalanceRowCells } from './balance-row-cells.tsx'
import { balanceViewText as text } from './balance-view-text.ts'

export type PageHead = Pick<
  BalanceContent,
  'drug_name' | 'container_size' | 'drug_concentration' | 'drug_form'
>

interface BalancePageProps {
  rows: readonly ShownRow[]
  number: number
  total: number
  head: PageHead
}

const { columns } = words
/** On a narrow screen the roomy ones stand below the title. */
const HEADS = [
  { label: columns.number, className: 'balance-roomy' },
  { label: columns.date, className: 'balance-roomy' },
  { label: columns.title },
  { label: columns.species, className: 'balance-roomy' },
  { label: columns.description, className: 'balance-roomy' },
  { label: columns.bottle, className: 'balance-roomy' },
  { label: columns.reason, className: 'balance-roomy' },
  { label: columns.added, className: 'balance-number' },
  { label: columns.used, className: 'balance-number' },
  { label: columns.balance, className: 'balance-number' },
]

function PageFacts({ drug_name, container_size, drug_concentration, drug_form }: PageHead) {
  const facts = [
    [words.container, words.ml(formatNumber(container_size))],
    [words.strength, words.mgMl(formatNumber(drug_concentration))],
    [words.form, formText(drug_form)],
  ] as const
  return (
    <>
      <span className="balance-page-drug">
        <DrugName name={drug_name} />
      </span>
      <dl className="balance-page-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const classOf = ({ gap }: ShownRow, index: number) =>
  index === 0 ? 'balance-first' : gap ? 'balance-gap' : undefined

/** One page of a balance sheet; its rows that hold nothing are for paper only. */
export const BalancePage = memo(function BalancePage({ rows, number, total, head }: BalancePageProps) {
  const filled = rows.some((row) => !row.empty)
  return (
    <section className="balance-page" aria-label={words.page(number, total)}>
      <header className="balance-page-head">
        <PageFacts {...head} />
        <h3 className="balance-page-number">{words.page(number, total)}</h3>
      </header>
      {!filled && <p className="quiet">{text.emptyPage}</p>}
      {filled && (
        <table className="balance-table">
          <caption className="visually-hidden">
            {text.table(head.drug_name, words.page(number, total))}
          </caption>
          <thead>
            <tr>
              {HEADS.map(({ label, className }) => (
                <th key={label} scope="col" className={className}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) =>
              row.empty ? null : (
                <tr key={index} className={classOf(row, index)}>
                  <BalanceRowCells row={row} />
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  )
})
