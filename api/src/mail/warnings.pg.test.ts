import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../database/testing.ts'
import { inTransaction } from '../database/transaction.ts'
import { Undeliverable, type Deliver, type Message } from './message.ts'
import { keepWarnings, warningsStore } from './warnings-store.ts'
import { sendWarnings } from './warnings.ts'

const HOUR = 3_600_000
const { pool } = await testDatabase()
beforeEach(() => pool.query('truncate warnings'))

const letter = (to: string): Message => ({ to, subject: 'A ledger', text: 'Words.', html: '<p>Words.</p>' })
const clock = { now: new Date('2026-11-27T02:00:00Z') }
const now = () => clock.now
const wait = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * HOUR)
}
const keep = (about: string, ...to: string[]) => keepWarnings(pool, about, to.map(letter), now())

/** A process of the server, with its own way to the mail server. */
function process(deliver: Deliver) {
  const said: [tried: unknown, again: number | null][] = []
  const stop = new AbortController()
  const parts = {
    store: warningsStore(pool),
    deliver,
    failed: (_: string, error: unknown, again: number | null) => void said.push([error, again]),
    now,
  }
  return { said, stop, send: () => sendWarnings(parts, stop.signal) }
}
const down = new Error('down')
const isDown: Deliver = () => Promise.reject(down)

describe('warnings that wait', () => {
  test('are sent by a later process where the one that wrote them could not', async () => {
    await keep('ledger/1', 'ann@clinic.test', 'ben@clinic.test')
    const first = process(isDown)
    await first.send()
    await first.send()
    expect(first.said).toEqual([
      [down, 60_000],
      [down, 60_000],
    ])
    const got: Message[] = []
    const second = process(async (message) => void got.push(message))
    await second.send()
    expect(got).toEqual([])
    wait(1 / 60)
    await second.send()
    await second.send()
    expect(got.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
      letter('ann@clinic.test'),
      letter('ben@clinic.test'),
    ])
  })

  test('are tried for a week, then given up aloud', async () => {
    await keep('ledger/1', 'ann@clinic.test')
    const { send, said } = process(isDown)
    for (let hours = 0; hours < 8 * 24; hours += 1) {
      await send()
      wait(1)
    }
    const waits = said.map(([, again]) => again)
    expect(waits.slice(0, 6)).toEqual([60_000, 120_000, 600_000, 1_800_000, HOUR, HOUR])
    expect([waits.length, waits.at(-1)]).toEqual([7 * 24 + 1, null])
    expect((await pool.query('select from warnings')).rowCount).toBe(0)
  })

  test('that the mail server refused are tried four times a day: somebody may put its password right', async () => {
    await keep('ledger/1', 'ann@clinic.test')
    const { send, said } = process(() => Promise.reject(new Undeliverable('535')))
    await send()
    wait(5)
    await send()
    wait(1)
    await send()
    expect(said.map(([, again]) => again)).toEqual([6 * HOUR, 6 * HOUR])
  })

  test('go out once, however many processes send', async () => {
    await keep('ledger/1', ...Array.from({ length: 40 }, (_, at) => `user${at}@clinic.test`))
    const got: string[] = []
    const slow: Deliver = async ({ to }) => {
      await new Promise((resolve) => setImmediate(resolve))
      got.push(to)
    }
    await Promise.all(Array.from({ length: 8 }, () => process(slow).send()))
    expect([got.length, new Set(got).size]).toEqual([40, 40])
  })

  test('are told once, whoever finds it again, until two days after', async () => {
    const got: string[] = []
    const { send } = process(async ({ to }) => void got.push(to))
    const find = async () => {
      await keep('backup/2026-11-27', 'ann@clinic.test')
      await send()
    }
    await find()
    wait(47)
    await find()
    expect(got).toHaveLength(1)
    wait(2)
    await send()
    await find()
    expect(got).toHaveLength(2)
  })

  test('are written with what they are about, or not at all', async () => {
    const lost = inTransaction(pool, async (client) => {
      await keepWarnings(client, 'ledger/1', [letter('ann@clinic.test')], now())
      throw down
    })
    await expect(lost).rejects.toBe(down)
    expect((await pool.query('select from warnings')).rowCount).toBe(0)
  })

  test('a mail server that is silent holds up no server that ends, and the warning stays', async () => {
    await keep('ledger/1', 'ann@clinic.test')
    const { send, stop, said } = process(() => {
      stop.abort()
      return new Promise(() => undefined)
    })
    await send()
    expect(said).toEqual([[new Error('The server ends.'), 60_000]])
    expect((await pool.query('select from warnings where sent_at is null')).rowCount).toBe(1)
  })
})
