import { memo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { actionLogText as text } from './action-log-text.ts'
import { lateness } from './lateness.ts'

interface LogRowProps {
  at: string
  person: string
  message: string
  /** Undefined for what is not sent yet. */
  receivedAt?: string
  timeZone: string
}

/** When, what, who. Its day stands above it; what is not sent yet has no such place, and says its day itself. */
export const LogRow = memo(function LogRow({ at, person, message, receivedAt, timeZone }: LogRowProps) {
  const mark = receivedAt === undefined ? null : lateness(at, receivedAt)
  return (
    <article className="log-row" tabIndex={-1} data-item-focus>
      <time className="log-when" dateTime={at}>
        {receivedAt === undefined ? formatDateTime(at, timeZone) : formatTime(at, timeZone)}
      </time>
      <p className="log-what">
        <DrugName name={message} />
      </p>
      <span className="log-who">{person}</span>
      {mark !== null && receivedAt !== undefined && (
        <span className="log-mark">
          <Badge kind={mark === 'ahead' ? 'attention' : 'plain'}>
            {text[mark](formatDateTime(receivedAt, timeZone))}
          </Badge>
        </span>
      )}
    </article>
  )
})
