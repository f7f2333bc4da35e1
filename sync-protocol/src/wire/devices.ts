import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'

/** How many section keys a device gets at once. */
export const SECTION_KEY_BLOCK = 100

export const deviceRequest = z.object({
  protocol: z.int().check(z.positive()),
  device: id,
  lane: id,
  /** 0 for the device's first run of section keys, 1 for its second, and so on. */
  block: z.int().check(z.nonnegative(), z.maximum(10_000)),
  /** The lane has no right to push of its own, as one that was made anew: the reply shall give it one. */
  push_token: z.optional(z.boolean()),
})
export type DeviceRequest = z.infer<typeof deviceRequest>

export const deviceReply = z.object({
  protocol: z.int(),
  epoch: id,
  server_time: instant,
  /** From and to, both included. */
  section_keys: z.object({ from: z.int(), to: z.int() }),
  last_n: z.int().check(z.nonnegative()),
  push_token: z.optional(z.string()),
})
export type DeviceReply = z.infer<typeof deviceReply>
