import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'

/** A tablet of the organization as the server last heard of it. */
export const listedDevice = z.object({
  _id: id,
  /** What people call it; null: nothing. */
  name: z.nullable(z.string()),
  platform: z.nullable(z.string()),
  app_version: z.nullable(z.string()),
  first_seen: instant,
  last_seen: z.nullable(instant),
  last_user_name: z.nullable(z.string()),
  /** Changes that were on it unsent when it was last seen; null: it never told. */
  unsent: z.nullable(z.int().check(z.nonnegative())),
  /** Since when the oldest of them waits. */
  oldest: z.nullable(instant),
  revoked_at: z.nullable(instant),
  revoked_by_name: z.nullable(z.string()),
  /** When it said that it removed its records. */
  wiped_at: z.nullable(instant),
  /** Changes that it removed unsent, since somebody gave them up there; null: none, or it did not tell. */
  gave_up: z.optional(z.nullable(z.int())),
})
export type ListedDevice = z.infer<typeof listedDevice>

export const devicesReply = z.object({
  success: z.literal(true),
  devices: z.array(listedDevice),
  server_time: instant,
})
export const deviceIdRequest = z.object({ _id: id })
export const listedDeviceReply = z.object({ success: z.literal(true), device: listedDevice })
