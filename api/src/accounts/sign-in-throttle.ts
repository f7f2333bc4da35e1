import { isIPv6 } from 'node:net'
import { Slowdown } from './slowdown.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** One account from one address: five slips are free, then the wait doubles. */
const PAIR = { free: 5, firstWait: SECOND, longestWait: 15 * MINUTE, forget: 24 * HOUR }
/** One account from wherever: against guesses from many addresses. */
const ACCOUNT = { free: 50, firstWait: 30 * SECOND, longestWait: 30 * SECOND, forget: HOUR }
/** One address, whatever the account: a whole clinic sits behind one, so only a high ceiling. */
const ADDRESS = { free: 300, firstWait: 3 * SECOND, longestWait: 3 * SECOND, forget: 15 * MINUTE }

export interface Attempt {
  /** The password was right: nothing of this attempt counts, and the account's slips from here are forgotten. */
  succeeded(): void
}

/**
 * Slows guessing of passwords without locking anybody's clinic out. Somebody who signed in from this address before (`known`)
 * is held up only by failures of the same account from the same address. Kept in this process; a restart forgets.
 */
export class SignInThrottle {
  readonly #pairs = new Slowdown(PAIR)
  readonly #accounts = new Slowdown(ACCOUNT)
  readonly #addresses = new Slowdown(ADDRESS)

  /** Milliseconds to wait, or the attempt, which counts as a failure until it succeeds: guesses at once cannot pass together. */
  begin(email: string, address: string, known: boolean, now: number): number | Attempt {
    const place = networkOf(address)
    const pair = `${place} ${email}`
    const wait = known
      ? this.#pairs.wait(pair, now)
      : Math.max(
          this.#pairs.wait(pair, now),
          this.#accounts.wait(email, now),
          this.#addresses.wait(place, now),
        )
    if (wait > 0) return wait
    this.#pairs.add(pair, now)
    this.#accounts.add(email, now)
    this.#addresses.add(place, now)
    return {
      succeeded: () => {
        this.#pairs.clear(pair)
        this.#accounts.takeBack(email)
        this.#addresses.takeBack(place)
      },
    }
  }

  /** The account has a new password: the slips with the old one are forgotten, so its owner gets in at once. */
  forgive(email: string, address: string): void {
    this.#pairs.clear(`${networkOf(address)} ${email}`)
    this.#accounts.clear(email)
  }
}

/** An IPv6 household has 2^64 addresses: its /64 counts as one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
