import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'
import { mutationResult } from '../records/outcome.ts'

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
  results: z.array(mutationResult),
})
export type PushReply = z.infer<typeof pushReply>
