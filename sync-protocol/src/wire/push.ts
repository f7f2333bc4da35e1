import * as z from 'zod/mini'
import { sharedTablet } from '../records/saved-order.ts'
import { id, instant } from '../records/fields.ts'
import { ledgerHead } from '../records/ledger-entry.ts'
import { mutationResult, type MutationResult } from '../records/outcome.ts'
import { readRecords } from './read-records.ts'

export const PUSH_MUTATIONS_MAX = 500
export const PUSH_BYTES_MAX = 4 * 1_048_576

/**
 * `mutations` are parsed one by one afterwards, so that one that is not the schema is refused alone and the others stand.
 * Only `n` and `id` are needed to give each its outcome.
 */
export const pushedMutation = z.looseObject({ n: z.int().check(z.positive()), id })

export const pushRequest = z.object({
  protocol: z.int().check(z.positive()),
  epoch: id,
  device: id,
  lane: id,
  shared: z.optional(sharedTablet),
  sent_at: instant,
  mutations: z.array(pushedMutation).check(z.minLength(1), z.maxLength(PUSH_MUTATIONS_MAX)),
})
export type PushRequest = z.infer<typeof pushRequest>

export const pushReply = z.object({
  protocol: z.int(),
  epoch: id,
  server_time: instant,
  /** The last number of the lane that has its outcome. */
  last_n: z.int().check(z.nonnegative()),
  /** The organization's newest seq. */
  head: z.int().check(z.nonnegative()),
  /** The ledger's head after it; released servers tell of it with the feed alone. */
  ledger_head: z.optional(ledgerHead),
  results: z.array(mutationResult),
})
export type PushReply = Omit<z.infer<typeof pushReply>, 'results'> & { results: MutationResult[] }

const readRest = z.omit(pushReply, { results: true })
const readResult = z.omit(mutationResult, { records: true })

/** @throws ZodError or TypeError for an answer that is none */
export function readPush(body: unknown): PushReply {
  const { results } = body as { results: unknown }
  if (!Array.isArray(results)) throw new TypeError('An answer to a push has no results.')
  const read = (each: { records: unknown }) => ({
    ...readResult.parse(each),
    records: readRecords(each.records),
  })
  return { ...readRest.parse(body), results: results.map(read) }
}
