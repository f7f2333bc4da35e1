import * as z from 'zod'
import { collection, recordEnvelope, type SyncRecord } from '../records/envelope.ts'
import { id, instant } from '../records/fields.ts'
import { readRecords } from './read-records.ts'

export const PULL_LIMIT_MAX = 5000

export const pullQuery = z.object({
  protocol: z.coerce.number().int().positive().default(1),
  cursor: z.coerce.number().int().nonnegative(),
  limit: z.coerce.number().int().min(1).max(PULL_LIMIT_MAX).default(1000),
  epoch: id.optional(),
})
export type PullQuery = z.infer<typeof pullQuery>

export const pullReply = z.object({
  protocol: z.int(),
  epoch: id,
  /** In order of seq; records of one seq are never split over pages. */
  changes: z.array(recordEnvelope),
  cursor: z.int().nonnegative(),
  head: z.int().nonnegative(),
  more: z.boolean(),
  /** With the last page: of each collection that holds any, how many records live, and which versions of which. */
  digest: z
    .partialRecord(
      collection,
      z.object({
        count: z.int().nonnegative(),
        sum: z
          .int()
          .min(0)
          .max(2 ** 32 - 1),
      }),
    )
    .optional(),
  ledger_head: z.object({ n: z.int().nonnegative(), hash: z.string() }),
  server_time: instant,
})
export type PullReply = z.infer<typeof pullReply>

const readRest = pullReply.omit({ changes: true })

/** @throws ZodError or TypeError for an answer that is none */
export function readPull(body: unknown): PullReply & { changes: SyncRecord[] } {
  return { ...readRest.parse(body), changes: readRecords((body as { changes: unknown }).changes) }
}
