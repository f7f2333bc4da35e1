import * as z from 'zod/mini'
import { recordEnvelope, type SyncRecord } from '../records/envelope.ts'
import { id, instant } from '../records/fields.ts'
import { ProtocolError } from './errors.ts'
import { PULL_LIMIT_MAX } from './pull.ts'
import { readRecords } from './read-records.ts'
import { PROTOCOL } from './version.ts'

/** A page ends once it holds this much text, lest reading it holds up a tablet's screen. */
export const SNAPSHOT_BYTES = 1024 * 1024

/** Names that this server does not know bring nothing: who asks may be newer (sync contract W2). */
const NAME = '[a-z_]{1,40}'
const NAMES_MAX = 64
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const snapshotQuery = z.object({
  /** Left out: today's. */
  protocol: z._default(z.coerce.number().check(z.int(), z.positive()), PROTOCOL),
  /** Separated by commas, in the order in which they are wanted. */
  collections: z.string().check(z.regex(new RegExp(`^${NAME}(?:,${NAME}){0,${NAMES_MAX - 1}}$`))),
  /** The `after` of the page before; absent for the first one. */
  after: z.optional(z.string().check(z.regex(new RegExp(`^${NAME}/${UUID}$`)))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PULL_LIMIT_MAX)), 1000),
  epoch: z.optional(id),
})
export type SnapshotQuery = z.infer<typeof snapshotQuery>

export const snapshotReply = z.object({
  protocol: z.int(),
  epoch: id,
  /** The head of the feed when this page was read: whoever pulls from the lowest one of all pages misses nothing. */
  seq: z.int().check(z.nonnegative()),
  /** Those that live, voided facts among them; of each collection the newest ids first. */
  records: z.array(recordEnvelope),
  /** Where the next page begins; null after the last one. */
  after: z.nullable(z.string()),
  server_time: instant,
})
export type SnapshotReply = Omit<z.infer<typeof snapshotReply>, 'records'> & { records: SyncRecord[] }

const readRest = z.omit(snapshotReply, { records: true })

/** @throws ZodError or TypeError for an answer that is none */
export function readSnapshot(body: unknown): SnapshotReply {
  return { ...readRest.parse(body), records: readRecords((body as { records: unknown }).records) }
}

/** What is left to read of the collections that were asked for, the one that is begun first. */
export interface SnapshotPlace {
  collections: string[]
  /** The last record that was read of the first of them. */
  below: string | undefined
}

/** @throws ProtocolError invalid_request when `after` is in none of the collections, or one is named twice */
export function snapshotPlace({ collections, after }: SnapshotQuery): SnapshotPlace {
  const names = collections.split(',')
  if (new Set(names).size < names.length) {
    throw new ProtocolError('invalid_request', 'A collection is named twice.', { field: 'collections' })
  }
  if (after === undefined) return { collections: names, below: undefined }
  const [collection, below] = after.split('/')
  const from = names.findIndex((name) => name === collection)
  if (from < 0) {
    throw new ProtocolError('invalid_request', 'This place is in none of the collections.', {
      field: 'after',
    })
  }
  return { collections: names.slice(from), below }
}
