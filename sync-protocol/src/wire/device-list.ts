import * as z from 'zod'
import { id, instant } from '../records/fields.ts'

/** A tablet of the organization as the server last heard of it. */
export const listedDevice = z.object({
  _id: id,
  /** What people call it; null: nothing. */
  name: z.string().nullable(),
  platform: z.string().nullable(),
  app_version: z.string().nullable(),
  first_seen: instant,
  last_seen: instant.nullable(),
  last_user_name: z.string().nullable(),
  /** Changes that were on it unsent when it was last seen; null: it never told. */
  unsent: z.int().nonnegative().nullable(),
  /** Since when the oldest of them waits. */
  oldest: instant.nullable(),
  revoked_at: instant.nullable(),
  revoked_by_name: z.string().nullable(),
  /** When it said that it removed its records. */
  wiped_at: instant.nullable(),
})
export type ListedDevice = z.infer<typeof listedDevice>

export const devicesReply = z.object({
  success: z.literal(true),
  devices: z.array(listedDevice),
  server_time: instant,
})
export const deviceIdRequest = z.object({ _id: id })
export const listedDeviceReply = z.object({ success: z.literal(true), device: listedDevice })
