import { localDay } from 'sync-protocol/rules/local-day'
import { useStore } from 'zustand'
import { now } from '../data/database/time.ts'
import { session } from '../data/people/session.ts'
import { Badge } from '../ui/badge.tsx'
import { formatDate } from '../ui/format.ts'
import { doseText } from './dose-text.ts'

interface ReviewDueProps {
  /** From when the drug is to be looked at again, YYYY-MM-DD; undefined where nobody reviewed it. */
  due: string | undefined
  /** In small letters: on a sheet amber is for its doses. */
  small?: boolean
}

/** Says that a drug's dosages should have been looked at again by now; nothing before that day. */
export function ReviewDue({ due, small = false }: ReviewDueProps) {
  const timeZone = useStore(session, ({ user }) => user?.time_zone)
  if (due === undefined || timeZone === undefined) return null
  if (localDay(new Date(now()).toISOString(), timeZone) < due) return null
  const words = doseText.reviewDue(formatDate(due))
  return small ? <div className="dose-details">{words}</div> : <Badge kind="attention">{words}</Badge>
}
