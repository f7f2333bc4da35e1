import * as z from 'zod/mini'

/** A stream without a byte for so long is dead: the tablet opens another one (sync contract, section 5). */
export const EVENTS_SILENCE_MS = 45_000
/** How often the server says something, be it nothing. */
export const EVENTS_COMMENT_MS = 20_000

/** The data of an event `change`: the organization's feed has come so far. */
export const changeEvent = z.object({ head: z.int().check(z.nonnegative()) })
export type ChangeEvent = z.infer<typeof changeEvent>
