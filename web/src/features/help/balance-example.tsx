import { tableOf } from 'sync-protocol/rules/balance-table'
import { useRef } from 'react'
import type { TableEntry } from 'sync-protocol/rules/table-entry'
import { mlText, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import { useScrollStop } from '../../ui/use-scroll-stop.ts'
import { balanceExample as text } from './help-text.ts'

/** Hundredths of a ml. */
const BOTTLE = 1000
const DRAWS = [120, 45, 800]
const LEFT = 830

const drawn = (volume: Hundredths, at: number): TableEvent => ({
  kind: 'full_draw',
  draw_id: String(at),
  day: '2026-01-05',
  title: text.patients[at] ?? '',
  description: '',
  species: 0,
  reason: text.draw,
  volume,
  procedure_number: -1,
})

const [first = 0, second = 0, third = 0] = DRAWS

/** Worked out by the rules of the balance table, like the one on the screen. */
const { entries } = tableOf([
  { kind: 'start', bottle_number: '1', container_size: BOTTLE, balance: BOTTLE },
  drawn(first, 0),
  drawn(second, 1),
  { kind: 'edit_balance', volume: LEFT },
  { kind: 'add_balance', bottle_number: '2', volume: BOTTLE },
  drawn(third, 2),
])

const amountOf = ({ added, used }: TableEntry) =>
  added !== null ? text.addedAmount(mlText(added)) : used !== null ? text.drawnAmount(mlText(used)) : ''

export function BalanceExample() {
  const room = useRef<HTMLElement>(null)
  useScrollStop(room)
  return (
    <section className="help-scroll" ref={room} aria-label={text.caption}>
      <table className="help-table tabular">
        <caption>{text.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.row}</th>
            <th scope="col">{text.amount}</th>
            <th scope="col">{text.balance}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={at}>
              <th scope="row">
                {text.of(entry.reason, entry.title, entry.kind === 'adjustment' ? entry.description : '')}
              </th>
              <td>{amountOf(entry)}</td>
              <td>{mlText(entry.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
