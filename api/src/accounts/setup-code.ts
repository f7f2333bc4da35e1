import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { RateLimited } from '../errors.ts'
import type { AccountStore } from './account-store.ts'
import { ALPHABET, isOpen, type Registration } from './registration.ts'
import { networkOf } from './sign-in-throttle.ts'
import type { SlowdownStore } from './slowdown-store.ts'

const SECOND = 1000
const HOUR = 3_600_000
/** Of one network. Not of all together, which would keep out whoever has the code: it has 59 bits. */
const PACE = { free: 5, firstWait: SECOND, longestWait: 900 * SECOND, forget: HOUR }

/** What whoever started the server reads there, e.g. K7QM-2XVP-9HRT. It follows from the secrets: the same after each restart. */
function setupCodeOf(secret: string): string {
  const bytes = createHmac('sha256', secret).update('setup code').digest()
  const letters = [...Array(12).keys()].map((at) => ALPHABET[bytes.readUInt16BE(2 * at) % ALPHABET.length])
  return [0, 4, 8].map((from) => letters.slice(from, from + 4).join('')).join('-')
}

/** As it is compared: people leave out the dashes, and type small letters. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

const FORWARDED = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Who sits at the server itself, and is not sent on by a proxy there. */
function isOnThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

/** Lets make the first organization only who can read what the server prints, or sits at it. */
export class SetupDoor {
  readonly #code: string
  readonly #asked: boolean
  readonly #slowdowns: Pick<SlowdownStore, 'begin' | 'takeBack'>

  constructor(
    secret: string,
    registration: Registration,
    slowdowns: Pick<SlowdownStore, 'begin' | 'takeBack'>,
  ) {
    this.#code = plain(setupCodeOf(secret))
    this.#asked = registration === 'first'
    this.#slowdowns = slowdowns
  }

  /** @throws ProtocolError rate_limited, or invalid at `setup_code` */
  async check(
    request: Pick<FastifyRequest, 'socket' | 'headers' | 'ip'>,
    code: string,
    now: number,
  ): Promise<void> {
    if (!this.#asked || isOnThisMachine(request)) return
    const typed = plain(code)
    if (typed === '') throw wrong('Please enter the setup code.')
    const counter = { name: 'setup code', key: networkOf(request.ip), pace: PACE }
    const wait = await this.#slowdowns.begin([counter], now)
    if (wait > 0) throw new RateLimited(Math.ceil(wait / SECOND))
    const right = Buffer.from(this.#code)
    const given = Buffer.from(typed)
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw wrong('This is not the setup code.')
    await this.#slowdowns.takeBack({ cleared: [], back: [counter] })
  }
}

const wrong = (message: string) => new ProtocolError('invalid', message, { field: 'setup_code' })

/** What a start prints as long as the first clinic may be made; undefined when there is one, or everybody may make one. */
export async function setupLine(
  accounts: Pick<AccountStore, 'clinics'>,
  registration: Registration,
  secret: string,
): Promise<string | undefined> {
  if (registration !== 'first' || !isOpen(registration, await accounts.clinics())) return undefined
  return `Open /setup to set up the clinic. From another computer it asks for the setup code: ${setupCodeOf(secret)}`
}
