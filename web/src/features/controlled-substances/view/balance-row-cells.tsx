import { TriangleAlert } from 'lucide-react'
import type { ShownRow } from '../../../exports/balance-rows.ts'
import { balanceText as words } from '../../../exports/balance-text.ts'
import { DrugName } from '../../../ui/drug-name.tsx'
import { Amount } from '../amount.tsx'
import { balanceViewText as text } from './balance-view-text.ts'

const { columns } = words

/** What has no column of its own on a narrow screen. */
function Below({ row }: { row: ShownRow }) {
  const parts = [
    row.reason,
    row.number === '' ? '' : text.number(row.number),
    row.date,
    row.species,
    row.description,
    row.bottle === '' ? '' : text.below(columns.bottle, row.bottle),
    row.by === null ? '' : text.below(columns.initials, row.by.initials),
  ]
  return <span className="balance-below">{parts.filter((part) => part !== '').join(' · ')}</span>
}

/** Its column's head is said with it where the columns have no room. */
function Change({ label, value }: { label: string; value: string }) {
  if (value === '') return null
  return (
    <>
      <span className="balance-said" aria-hidden>
        {label}
      </span>
      <Amount value={value} />
    </>
  )
}

export function BalanceRowCells({ row }: { row: ShownRow }) {
  return (
    <>
      <td className="balance-roomy">{row.number}</td>
      <td className="balance-roomy balance-date">{row.date}</td>
      <th scope="row">
        <DrugName name={row.title} />
        <Below row={row} />
      </th>
      <td className="balance-roomy">{row.species}</td>
      <td className="balance-roomy balance-typed">{row.description}</td>
      <td className="balance-roomy balance-typed">{row.bottle}</td>
      <td className="balance-roomy balance-typed balance-reason">
        {row.reason}
        {row.by !== null && (
          <div className="quiet small" title={row.by.name}>
            {text.below(columns.initials, row.by.initials)}
          </div>
        )}
      </td>
      <td className="balance-number">
        <Change label={columns.added} value={row.added} />
      </td>
      <td className="balance-number">
        <Change label={columns.used} value={row.used} />
      </td>
      <td className={row.belowZero ? 'balance-number balance-below-zero' : 'balance-number'}>
        {row.belowZero && (
          <>
            <TriangleAlert aria-hidden />
            <span className="visually-hidden">{text.belowZero}</span>
          </>
        )}
        {row.balance !== '' && <Amount value={row.balance} />}
      </td>
    </>
  )
}
