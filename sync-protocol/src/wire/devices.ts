import * as z from 'zod'
import { id, instant } from '../records/fields.ts'

/** How many section keys a device gets at once. */
export const SECTION_KEY_BLOCK = 100

export const deviceRequest = z.object({
  protocol: z.int().positive(),
  device: id,
  lane: id,
  /** 0 for the device's first run of section keys, 1 for its second, and so on. */
  block: z.int().nonnegative().max(10_000),
  /** The lane has no right to push of its own, as one that was made anew: the reply shall give it one. */
  push_token: z.boolean().optional(),
})
export type DeviceRequest = z.infer<typeof deviceRequest>

export const deviceReply = z.object({
  protocol: z.int(),
  epoch: id,
  server_time: instant,
  /** From and to, both included. */
  section_keys: z.object({ from: z.int(), to: z.int() }),
  last_n: z.int().nonnegative(),
  push_token: z.string().optional(),
})
export type DeviceReply = z.infer<typeof deviceReply>
