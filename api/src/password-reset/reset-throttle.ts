import { networkOf } from '../accounts/sign-in-throttle.ts'
import { Slowdown } from '../accounts/slowdown.ts'

const MINUTE = 60_000

/** One e-mail from wherever: nobody's inbox is flooded, and nobody's newest link is ended again and again. */
const EMAIL = { free: 3, firstWait: 5 * MINUTE, longestWait: 60 * MINUTE, forget: 120 * MINUTE }
/** One address, whatever the e-mail: a whole clinic may sit behind it. */
const ADDRESS = { free: 30, firstWait: MINUTE, longestWait: 15 * MINUTE, forget: 60 * MINUTE }

/** Slows requests for links, known e-mails and unknown ones alike. Kept in this process; a restart forgets. */
export class ResetThrottle {
  readonly #emails = new Slowdown(EMAIL)
  readonly #addresses = new Slowdown(ADDRESS)

  /** Milliseconds to wait; 0 lets this one through and counts it. */
  wait(email: string, address: string, now: number): number {
    const place = networkOf(address)
    const wait = Math.max(this.#emails.wait(email, now), this.#addresses.wait(place, now))
    if (wait > 0) return wait
    this.#emails.add(email, now)
    this.#addresses.add(place, now)
    return 0
  }
}
