import { networkOf } from '../accounts/sign-in-throttle.ts'
import type { SlowdownStore } from '../accounts/slowdown-store.ts'

const MINUTE = 60_000

/** One e-mail from wherever: nobody's inbox is flooded, and nobody's newest link is ended again and again. */
const EMAIL = { free: 3, firstWait: 5 * MINUTE, longestWait: 60 * MINUTE, forget: 120 * MINUTE }
/** One address, whatever the e-mail: a whole clinic may sit behind it. */
const ADDRESS = { free: 30, firstWait: MINUTE, longestWait: 15 * MINUTE, forget: 60 * MINUTE }

/** Slows requests for links, known e-mails and unknown ones alike. */
export class ResetThrottle {
  readonly #slowdowns: Pick<SlowdownStore, 'begin'>

  constructor(slowdowns: Pick<SlowdownStore, 'begin'>) {
    this.#slowdowns = slowdowns
  }

  /** Milliseconds to wait; 0 lets this one through and counts it. */
  wait(email: string, address: string, now: number): Promise<number> {
    return this.#slowdowns.begin(
      [
        { name: 'reset of account', key: email, pace: EMAIL },
        { name: 'reset from address', key: networkOf(address), pace: ADDRESS },
      ],
      now,
    )
  }
}
