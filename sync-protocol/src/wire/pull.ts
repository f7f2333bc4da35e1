import * as z from 'zod/mini'
import { collectionName, recordEnvelope, type SyncRecord } from '../records/envelope.ts'
import { id, instant } from '../records/fields.ts'
import { readRecords } from './read-records.ts'
import { PROTOCOL } from './version.ts'

export const PULL_LIMIT_MAX = 5000

export const pullQuery = z.object({
  /** Left out: today's. */
  protocol: z._default(z.coerce.number().check(z.int(), z.positive()), PROTOCOL),
  cursor: z.coerce.number().check(z.int(), z.nonnegative()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PULL_LIMIT_MAX)), 1000),
  epoch: z.optional(id),
})
export type PullQuery = z.infer<typeof pullQuery>

export const pullReply = z.object({
  protocol: z.int(),
  epoch: id,
  /** In order of seq; records of one seq are never split over pages. */
  changes: z.array(recordEnvelope),
  cursor: z.int().check(z.nonnegative()),
  head: z.int().check(z.nonnegative()),
  more: z.boolean(),
  /** With the last page: of each collection that holds any, how many records live, and which versions of which. */
  digest: z.optional(
    z.record(
      collectionName,
      z.object({
        count: z.int().check(z.nonnegative()),
        sum: z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1)),
      }),
    ),
  ),
  ledger_head: z.object({ n: z.int().check(z.nonnegative()), hash: z.string() }),
  server_time: instant,
})
export type PullReply = Omit<z.infer<typeof pullReply>, 'changes'> & { changes: SyncRecord[] }

const readRest = z.omit(pullReply, { changes: true })

/** @throws ZodError or TypeError for an answer that is none */
export function readPull(body: unknown): PullReply {
  return { ...readRest.parse(body), changes: readRecords((body as { changes: unknown }).changes) }
}
