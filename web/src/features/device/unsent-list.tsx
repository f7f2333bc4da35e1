import { useLiveQuery } from 'dexie-react-hooks'
import { unsentWork } from '../../data/people/local-work.ts'
import { currentClinic } from '../../data/people/session.ts'
import { formatDateTime } from '../../ui/format.ts'
import { deviceText as text } from './device-text.ts'

/** Of more only the number is told. */
const MOST = 30

/** What waits on this tablet, by name; nothing while nothing does. */
export function UnsentList({ unsent, timeZone }: { unsent: number; timeZone: string }) {
  const work = useLiveQuery(() => unsentWork(currentClinic(), MOST)) ?? []
  if (unsent === 0 || work.length === 0) return null
  return (
    <div className="stack-tight">
      <h3 className="small quiet" id="device-unsent">
        {text.unsent}
      </h3>
      <ol className="unsent-list" aria-labelledby="device-unsent">
        {work.map(({ id, message, user_name, at }) => (
          <li key={id}>
            {message}
            <span className="quiet small">{text.unsentBy(user_name, formatDateTime(at, timeZone))}</span>
          </li>
        ))}
      </ol>
      {unsent > work.length && <p className="quiet">{text.unsentMore(unsent - work.length)}</p>}
    </div>
  )
}
