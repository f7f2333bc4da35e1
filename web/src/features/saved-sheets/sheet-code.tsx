import { useStore } from 'zustand'
import { session } from '../../data/people/session.ts'
import type { StoredTap } from '../../data/view/code-events.ts'
import { codeRows } from '../../exports/code-rows.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import { Table } from './sheet-table.tsx'

/** What was done in a code of the patient, as the paper says it. */
export function SheetCode({ taps }: { taps: readonly StoredTap[] }) {
  const timeZone = useStore(session, ({ user }) => user?.time_zone ?? 'UTC')
  return (
    <section className="stack sheet-code">
      <h3 className="title-3">{text.code}</h3>
      <Table
        caption={text.code}
        hideCaption
        heads={[
          { label: text.codeWhat },
          { label: text.codeTime },
          { label: text.codeSince },
          { label: text.codeBy },
        ]}
      >
        {codeRows(taps, timeZone).map(({ what, time, since, who, note }, place) => (
          <tr key={place}>
            <th scope="row" className="sheet-name">
              {what}
              {note !== undefined && <small className="quiet"> {note}</small>}
            </th>
            <td className="tabular">{time}</td>
            <td className="tabular">{since}</td>
            <td>{who}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
