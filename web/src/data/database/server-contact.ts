/** Since when the server answers, and when it last did, by the device's clock in ms. */
export interface ServerContact {
  since: number
  last: number
}

/** A server that was not heard for longer than this has to be heard anew; rounds are a minute apart at most. */
const GAP_MS = 3 * 60_000

/** It answered at `now`. After a silence, or a clock that went back, it answers only since now. */
export function heardAgain(before: ServerContact | undefined, now: number): ServerContact {
  const goesOn = before !== undefined && now >= before.last && now - before.last <= GAP_MS
  return { since: goesOn ? before.since : now, last: now }
}

/** More than a clock is set right by itself. */
const JUMP_MS = 60_000

/** Whether this device's clock was set back since the server last answered: what is known of it does not hold any more. */
export const clockWentBack = (before: Pick<ServerContact, 'last'> | undefined, now: number): boolean =>
  before !== undefined && before.last - now > JUMP_MS

/** For how long it has been answering by `now`, in ms; 0 when it does not. */
export const contactFor = (contact: ServerContact | null, now: number): number =>
  contact !== null && now >= contact.last && now - contact.last <= GAP_MS ? now - contact.since : 0
