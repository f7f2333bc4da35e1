import * as z from 'zod/mini'
import { recordEnvelope, type SyncRecord } from '../records/envelope.ts'
import { pullReply } from './pull.ts'
import { readRecords } from './read-records.ts'

/** A stream without a byte for so long is dead: the tablet opens another one (sync contract, section 5). */
export const EVENTS_SILENCE_MS = 45_000
/** How often the server says something, be it nothing. */
export const EVENTS_COMMENT_MS = 20_000
/** An event with more records, or with more bytes of text, than this tells only how far the feed has come. */
export const EVENT_RECORDS_MAX = 100
export const EVENT_BYTES_MAX = 64 * 1024

/** The last page of a pull from the cursor `from`, for a tablet that stands there (sync contract L4). It carries no digest. */
export const changePage = z.extend(
  z.pick(pullReply, { protocol: true, epoch: true, cursor: true, ledger_head: true, server_time: true }),
  { from: z.int().check(z.nonnegative()), changes: z.array(recordEnvelope) },
)
export type ChangePage = Omit<z.infer<typeof changePage>, 'changes'> & { changes: SyncRecord[] }

/** The data of an event `change`: the organization's feed has come so far, in this history (L6), and perhaps by what. */
export const changeEvent = z.object({
  head: z.int().check(z.nonnegative()),
  epoch: z.optional(z.string()),
  page: z.optional(changePage),
})
export interface ChangeEvent {
  head: number
  epoch?: string | undefined
  page?: ChangePage
}

const readHead = z.omit(changeEvent, { page: true })
const readRest = z.omit(changePage, { changes: true })

/**
 * An event's data as a tablet reads it.
 * @throws ZodError, TypeError or SyntaxError for what is none
 */
export function readChange(data: string): ChangeEvent {
  const body = JSON.parse(data) as { page?: { changes: unknown } }
  const place = readHead.parse(body)
  if (body.page === undefined) return place
  return { ...place, page: { ...readRest.parse(body.page), changes: readRecords(body.page.changes) } }
}
