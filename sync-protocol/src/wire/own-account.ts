import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'

const typed = z.string().check(z.maxLength(1000))

export const ownPasswordRequest = z.object({ old_password: typed, password: typed, confirm_password: typed })
export type OwnPasswordRequest = z.infer<typeof ownPasswordRequest>

/** One of the places where somebody is signed in. */
export const ownSession = z.object({
  _id: id,
  /** Null where it was opened on no tablet. */
  device: z.nullable(z.object({ _id: id, name: z.nullable(z.string()), platform: z.nullable(z.string()) })),
  created_at: instant,
  /** When its tablet was last heard of under this user; null where it was opened on none. */
  last_seen: z.nullable(instant),
  expires_at: instant,
  /** It is the caller's. */
  here: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const ownSessionsReply = z.object({ success: z.literal(true), sessions: z.array(ownSession) })
export const ownSessionRequest = z.object({ _id: id })
