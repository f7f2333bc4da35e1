import { memo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
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

/** When, who, what. */
export const LogRow = memo(function LogRow({ at, person, message, receivedAt, timeZone }: LogRowProps) {
  const mark = receivedAt === undefined ? null : lateness(at, receivedAt)
  return (
    <article className="log-row" tabIndex={-1} data-item-focus>
      <time className="log-when" dateTime={at}>
        {formatDateTime(at, timeZone)}
      </time>
      <span className="log-who">{person}</span>
      <p className="log-what">
        {message}
        {mark !== null && receivedAt !== undefined && (
          <span className="log-mark">
            <Badge kind="attention">{text[mark](formatDateTime(receivedAt, timeZone))}</Badge>
          </span>
        )}
      </p>
    </article>
  )
})
