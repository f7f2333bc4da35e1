import { useLiveQuery } from 'dexie-react-hooks'
import { unsentActions } from '../../data/outbox/unsent-log.ts'
import { actionLogText as text } from './action-log-text.ts'
import { LogRow } from './log-row.tsx'

const readUnsent = () =>
  unsentActions().catch((error: unknown) => {
    console.error(error)
    return []
  })

/** What this tablet did that no log of the server can hold yet. */
export function UnsentActions({ timeZone }: { timeZone: string }) {
  const unsent = useLiveQuery(readUnsent) ?? []
  if (unsent.length === 0) return null
  return (
    <details className="log-unsent">
      <summary>{text.unsent(unsent.length)}</summary>
      <ul aria-label={text.unsent(unsent.length)}>
        {unsent.map(({ id, at, user_name, message }) => (
          <li key={id}>
            <LogRow at={at} person={user_name} message={message} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </details>
  )
}
