import * as z from 'zod/mini'
import { day, id, instant } from '../records/fields.ts'

export const LOG_PAGE = 100
export const LOG_PAGE_MAX = 500

/** Where reading goes on: the time of the last entry that was looked at, and its id. */
const cursor = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z_[0-9a-f-]{36}$/),
  z.refine((text) => {
    const [at, entryId] = text.split('_')
    return z.safeParse(instant, at).success && z.safeParse(id, entryId).success
  }),
)

/** Which entries are meant. Days are the organization's local days, both included. */
export const logFilter = z.object({
  /** Words that must all be in the person's name or the message, in any order, upper or lower case. */
  search: z.optional(z.string().check(z.maxLength(200))),
  user: z.optional(id),
  from: z.optional(day),
  to: z.optional(day),
})
export type LogFilter = z.infer<typeof logFilter>

export const logQuery = z.extend(logFilter, {
  cursor: z.optional(cursor),
  /** Only what the server received at that instant or later: what is new for somebody who reads. */
  received_since: z.optional(instant),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LOG_PAGE_MAX)), LOG_PAGE),
})
export type LogQuery = z.infer<typeof logQuery>

/** Datetime, user, organization and message (`spec 1 §7`). */
export const logEntry = z.object({
  _id: id,
  /** The person's own time, corrected. */
  at: z.string(),
  received_at: z.string(),
  user_id: id,
  user_name: z.string(),
  org_name: z.string(),
  message: z.string(),
})
export type LogEntry = z.infer<typeof logEntry>

/**
 * Newest first. `cursor` reads on, null at the end. A search looks through a bounded number of entries in one call: a page
 * may hold few or none and still not be the last; `searched_to` says how far back it looked.
 */
export const logReply = z.object({
  success: z.literal(true),
  entries: z.array(logEntry),
  cursor: z.nullable(cursor),
  searched_to: z.nullable(z.string()),
  server_time: instant,
})
export type LogReply = z.infer<typeof logReply>

/** Everybody who may stand in the log, those who were removed too. */
export const logPeopleReply = z.object({
  success: z.literal(true),
  people: z.array(z.object({ _id: id, name: z.string(), email: z.string(), removed: z.boolean() })),
})
export type LogPerson = z.infer<typeof logPeopleReply>['people'][number]
