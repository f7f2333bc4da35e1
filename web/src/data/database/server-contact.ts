/** Since when the server answers, when it last did, and when it last told its time, all by the device's clock in ms. */
export interface ServerContact {
  since: number
  last: number
  /** Absent where it was told with each answer. */
  told?: number
}

/** A server that was not heard for longer than this has to be heard anew; rounds are a minute apart at most. */
const GAP_MS = 3 * 60_000

/**
 * It answered at `now`, and the last of its answers that told its time came at `told`. After a silence, or a clock that went
 * back, it answers only since now.
 */
export function heardAgain(before: ServerContact | undefined, now: number, told?: number): ServerContact {
  const goesOn = before !== undefined && now >= before.last && now - before.last <= GAP_MS
  const heard = { since: goesOn ? before.since : now, last: now }
  // @rule told-no-time
  if (told === undefined && before !== undefined) return { ...heard, told: toldAt(before) }
  return told === undefined ? heard : { ...heard, told }
}

/** When the server last told its time, by the device's clock in ms: what is known of that clock is of then. */
export const toldAt = ({ told, last }: Pick<ServerContact, 'told' | 'last'>): number => told ?? last

/** More than a clock is set right by itself. */
const JUMP_MS = 60_000

/** Whether this device's clock was set back since the server told its time at `told`: what is known of it holds no more. */
export const clockWentBack = (told: number | undefined, now: number): boolean =>
  told !== undefined && told - now > JUMP_MS

/** For how long it has been answering by `now`, in ms; 0 when it does not. */
export const contactFor = (contact: ServerContact | null, now: number): number =>
  contact !== null && now >= contact.last && now - contact.last <= GAP_MS ? now - contact.since : 0
