import type { LogEntry, LogReply } from 'sync-protocol/wire/action-log'

/** What the reader has of the log. */
export interface LogPages {
  entries: readonly LogEntry[]
  /** Where older entries begin; null when there are none. */
  cursor: string | null
  searchedTo: string | null
  /** Came in since, not yet shown: a list that moves under the reader's eyes is none. */
  fresh: readonly LogEntry[]
  /** From when on to ask for what is new. */
  since: string
}

/** A transaction that began before another may come after it: what came in shortly before is asked for once more. */
const OVERLAP_MS = 60_000

const sinceOf = (reply: LogReply) => new Date(Date.parse(reply.server_time) - OVERLAP_MS).toISOString()

/** Newest first; of one instant, in the order of the server. */
const newestFirst = (a: LogEntry, b: LogEntry) => b.at.localeCompare(a.at) || b._id.localeCompare(a._id)

export const firstPage = (reply: LogReply): LogPages => ({
  entries: reply.entries,
  cursor: reply.cursor,
  searchedTo: reply.searched_to,
  fresh: [],
  since: sinceOf(reply),
})

/** Older entries behind those that are there; one that came in late and is shown already stays where it is. */
export function withOlder(pages: LogPages, reply: LogReply): LogPages {
  const known = new Set(pages.entries.map(({ _id }) => _id))
  const older = reply.entries.filter(({ _id }) => !known.has(_id))
  return {
    ...pages,
    entries: [...pages.entries, ...older].sort(newestFirst),
    fresh: pages.fresh.filter(({ _id }) => !older.some((entry) => entry._id === _id)),
    cursor: reply.cursor,
    searchedTo: reply.searched_to,
  }
}

/** What came in waits until the reader asks for it. */
export function withFresh(pages: LogPages, reply: LogReply): LogPages {
  const known = new Set([...pages.entries, ...pages.fresh].map(({ _id }) => _id))
  const fresh = reply.entries.filter(({ _id }) => !known.has(_id))
  const since = sinceOf(reply)
  return fresh.length === 0 ? { ...pages, since } : { ...pages, since, fresh: [...pages.fresh, ...fresh] }
}

/** All that came in takes its place. */
export const freshShown = (pages: LogPages): LogPages => ({
  ...pages,
  entries: [...pages.entries, ...pages.fresh].sort(newestFirst),
  fresh: [],
})
