import * as z from 'zod/mini'
import { id, instant, isStorableText } from '../records/fields.ts'

/** Characters of a tablet's name. */
export const DEVICE_NAME_MAX = 50

/** People that a tablet asks about at a time. */
export const WAITING_MAX = 50

const words = (max: number) =>
  z.string().check(z.maxLength(max), z.refine(isStorableText, 'This text cannot be stored.'))

/** What a tablet tells of itself, once a minute at most: never what is in its changes. */
export const tellRequest = z.object({
  protocol: z.int().check(z.positive()),
  /** Changes that have no outcome yet, of everybody on this tablet. */
  unsent: z.int().check(z.nonnegative(), z.maximum(2_000_000_000)),
  /** When the oldest of them was made; null when there is none. */
  oldest: z.nullable(instant),
  app_version: words(50),
  /** As the browser calls itself: `Chrome on Android`. */
  platform: words(100),
  /** What people call the tablet, sent after they changed it; empty: nothing. */
  name: z.optional(words(DEVICE_NAME_MAX)),
  /** Whose unsent changes wait here for their next sign-in, since the tablet has no right to send for them. */
  waiting: z.optional(z.array(id).check(z.maxLength(WAITING_MAX))),
})
export type TellRequest = z.infer<typeof tellRequest>

/** Asked by a tablet on which nobody is signed in: the organization, and the tablet's own id. */
export const standingQuery = z.object({ org: id, device: id })

/** How a tablet stands with its organization. */
export const standing = z.object({
  protocol: z.int(),
  server_time: instant,
  /** It sends what it has, reads no more, and removes its records. */
  revoked: z.boolean(),
  /** People may sign in on it without a network. */
  offline_sign_in: z.boolean(),
  /** What people call it. */
  name: z.nullable(z.string()),
  /** The server's history: a revoked tablet, which reads nothing, hears of a new one by it alone. */
  epoch: z.optional(z.string()),
  /** Of those that it told as waiting: who left the organization, and will not sign in again (sync contract D3). */
  removed: z.optional(z.array(id)),
})
export type Standing = z.infer<typeof standing>

/** What a tablet holds that it could not send. */
const held = {
  /** Changes, forms and letters that lie on it and nowhere else. */
  unsent: z.int().check(z.nonnegative(), z.maximum(2_000_000_000)),
  /** When the oldest of them was made; null when there is none. */
  oldest: z.nullable(instant),
}

/** A revoked tablet says what it could not send, and keeps until a person decides. */
export const heldRequest = z.object({ org: id, device: id, ...held })
export type HeldRequest = z.infer<typeof heldRequest>

/** Of what was given up so many are told in words, the rest as a number. */
export const GIVEN_UP_MAX = 200
/** Characters of the words of one, and of what it is known by. */
export const GIVEN_UP_WORDS_MAX = 300
export const GIVEN_UP_ID_MAX = 200

/** What could not be sent, and was removed since a person said so. */
const givenUp = z.object({
  /** How many there were. */
  count: z.int().check(z.positive(), z.maximum(2_000_000_000)),
  /** A copy of all of it was saved before. */
  copied: z.boolean(),
  /** The oldest of them: whose each was, and the action log's words for it. */
  changes: z
    .array(z.object({ id: words(GIVEN_UP_ID_MAX), user: id, message: words(GIVEN_UP_WORDS_MAX) }))
    .check(z.maxLength(GIVEN_UP_MAX)),
})
export type GivenUp = z.infer<typeof givenUp>

/** A revoked tablet says that it removed its records, and what of them it could not send. */
export const wipedRequest = z.object({ org: id, device: id, given_up: z.optional(givenUp) })
export type WipedRequest = z.infer<typeof wipedRequest>
