import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'

/** 0 organization, 1 personal records, 2 records created by others, 3 drug sections (`spec 1 §6`). */
export const permission = z.int().check(z.minimum(0), z.maximum(3))

/** The user profile, also inside the token (`spec 1 §3`). */
export const profile = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  org_id: id,
  org_name: z.string(),
  org_perms: z.array(permission),
  /** IANA name, e.g. America/Chicago. */
  time_zone: z.string(),
  /** The demonstration clinic wears a banner. */
  demo: z.boolean(),
  /** May people sign in without a network on tablets that know them? Absent from an older server: they may. */
  offline_sign_in: z.optional(z.boolean()),
})
export type Profile = z.infer<typeof profile>

export const loginRequest = z.object({
  email: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(200)),
  device: z.optional(id),
  lane: z.optional(id),
  /** What this sign-in is called in the action log, so that a tablet that hears no answer can tell of the same one. */
  event: z.optional(id),
  /** Goes on with a sign-in without the network, which the tablet tells of itself. */
  continues: z.optional(z.boolean()),
})
export type LoginRequest = z.infer<typeof loginRequest>

export const loginReply = z.object({
  success: z.literal(true),
  token: z.string(),
  user: profile,
  /** May only push, only this lane; until revoked. */
  push_token: z.optional(z.string()),
})
export type LoginReply = z.infer<typeof loginReply>

/** How long a session lasts by the server's clock, in ms: 12 hours. */
export const SESSION_MS = 12 * 3_600_000

/** Who tries the demonstration signs in as this user. */
export const VISITOR_EMAIL = 'visitor@demo.test'
export const visitReply = z.object({ success: z.literal(true), email: z.string(), password: z.string() })

/** A failed sign-in alone keeps a numeric code (`spec 1 §8`): 2 is an unknown e-mail or a wrong password. */
export const loginFailure = z.object({ success: z.literal(false), code: z.int(), message: z.string() })
export type LoginFailure = z.infer<typeof loginFailure>

/** A body's text before its rule is asked; the rule's own limits are shorter and have their own messages. */
const typed = z.string().check(z.maxLength(1000))

export const registerRequest = z.object({
  name: typed,
  email: typed,
  password: typed,
  confirm_password: typed,
  org_name: typed,
  /** IANA time zone of the clinic; the server's own when left out. */
  time_zone: z.optional(typed),
  /** Start from the demonstration library, or empty. */
  library: z.optional(z.enum(['demonstration', 'empty'])),
})
export type RegisterRequest = z.infer<typeof registerRequest>

/** `true` keeps every push token of this device's session; a lane's id keeps that lane's; otherwise they end with the session. */
export const logoutRequest = z.nullish(
  z.object({
    keep_push: z.optional(z.union([z.boolean(), id])),
    /** What this sign-out is called in the action log: the tablet tells of it too, lest the server is out of reach. */
    event: z.optional(id),
  }),
)

export const doneReply = z.object({ success: z.literal(true) })
export const profileReply = z.object({ success: z.literal(true), user: profile })
/** What a guest may know of this installation. */
export const setupReply = z.object({
  success: z.literal(true),
  setup_open: z.boolean(),
  demo: z.boolean(),
  /** A clinic is set up here, besides the demonstration; servers of the previous release do not say so. */
  clinic: z.optional(z.boolean()),
  /** Which organization the demonstration is: another one after each reset. */
  demo_org: z.optional(id),
  /** When that is next. */
  demo_reset_at: z.optional(instant),
})
