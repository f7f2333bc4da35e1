import { isIPv6 } from 'node:net'
import type { SlowdownStore } from './slowdown-store.ts'

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
  succeeded(): Promise<void>
}

/**
 * Slows guessing of passwords without locking anybody's clinic out. Somebody who signed in from this address before (`known`)
 * is held up only by failures of the same account from the same address.
 */
export class SignInThrottle {
  readonly #slowdowns: Pick<SlowdownStore, 'begin' | 'takeBack'>

  constructor(slowdowns: Pick<SlowdownStore, 'begin' | 'takeBack'>) {
    this.#slowdowns = slowdowns
  }

  /** Milliseconds to wait, or the attempt, which counts as a failure until it succeeds: guesses at once cannot pass together. */
  async begin(email: string, address: string, known: boolean, now: number): Promise<number | Attempt> {
    const { pair, account, place } = countersOf(email, address)
    const wide = [account, place].map((counter) => ({ ...counter, onlyCounts: known }))
    const wait = await this.#slowdowns.begin([pair, ...wide], now)
    if (wait > 0) return wait
    return { succeeded: () => this.#slowdowns.takeBack({ cleared: [pair], back: [account, place] }) }
  }

  /** The account has a new password: the slips with the old one are forgotten, so its owner gets in at once. */
  async forgive(email: string, address: string): Promise<void> {
    const { pair, account } = countersOf(email, address)
    await this.#slowdowns.takeBack({ cleared: [pair, account], back: [] })
  }
}

function countersOf(email: string, address: string) {
  const place = networkOf(address)
  return {
    pair: { name: 'sign-in', key: `${place} ${email}`, pace: PAIR },
    account: { name: 'sign-in of account', key: email, pace: ACCOUNT },
    place: { name: 'sign-in from address', key: place, pace: ADDRESS },
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
