import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tablesOf } from '../database/backup/catalogue.ts'
import { connect } from '../database/connect.ts'
import { bindEmbeddedServer } from '../database/server-role.ts'
import { transactionPooler } from '../database/testing-pooler.ts'
import { testDatabase } from '../database/testing.ts'
import { slowdownStore, type Counter, type SlowdownOptions } from './slowdown-store.ts'

const { pool, url } = await testDatabase()
beforeEach(() => pool.query('truncate slowdowns'))

const SECOND = 1000
const HOUR = 3_600_000
const PACE = { free: 5, firstWait: SECOND, longestWait: 60 * SECOND, forget: HOUR }
const of = (key: string, name = 'guess'): Counter => ({ name, key, pace: PACE })
const store = (options?: SlowdownOptions) => slowdownStore(pool, 'a secret', options)

/** As another process on this database has it: connections of its own, as the role that the server has there. */
const otherUrl = await bindEmbeddedServer(url)
const other = connect(otherUrl)
afterAll(() => other.close())

const counts = async () =>
  (
    await pool.query<{ name: string; count: number }>(
      'select name, count from slowdowns order by name, count',
    )
  ).rows.map(({ name, count }) => `${name} ${count}`)
/** How many of these were let through. */
const passed = async (waits: readonly Promise<number>[]) =>
  (await Promise.all(waits)).filter((wait) => wait === 0).length

describe('two processes on one database', () => {
  const [one, two] = [store(), slowdownStore(other.pool, 'a secret')]

  test('count together', async () => {
    for (let i = 0; i < 5; i++) expect(await [one, two][i % 2]!.begin([of('a')], 0)).toBe(0)
    expect([await one.begin([of('a')], 0), await two.begin([of('a')], 0)]).toEqual([SECOND, SECOND])
    expect(await two.begin([of('b')], 0)).toBe(0)
  })

  test('let attempts at once pass no further than one after another', async () => {
    for (let round = 0; round < 20; round++) {
      const attempts = Array.from({ length: 40 }, (_, i) => [one, two][i % 2]!.begin([of(`${round}`)], 0))
      expect(await passed(attempts)).toBe(5)
    }
    // A wait that is over lets one through, not one at each process.
    const later = Array.from({ length: 20 }, (_, i) => [one, two][i % 2]!.begin([of('0')], SECOND))
    expect(await passed(later)).toBe(1)
  })

  test('never wait for each other in a circle, whatever the order in which each counts', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const work = Array.from({ length: 600 }, async (_, i) => {
      const process = [one, two][i % 2]!
      const mine = names.map((name) => ({ ...of('key', name), onlyCounts: true }))
      const asked = i % 4 < 2 ? mine : mine.toReversed()
      if (i % 50 === 0) await process.forget(HOUR)
      await process.begin(asked, 0)
      await process.takeBack({ cleared: [], back: asked.toReversed() })
    })
    await Promise.all(work)
    expect((await counts()).every((each) => each.endsWith(' 0'))).toBe(true)
  })
})

test('whoever starts anew knows what was counted before', async () => {
  for (let i = 0; i < 5; i++) await store().begin([of('a')], 0)
  expect(await store().begin([of('a')], 0)).toBe(SECOND)
})

test('an attempt that has to wait counts nowhere, and one counts where it is held up by nobody', async () => {
  const both = [of('a'), of('b', 'wide')]
  for (let i = 0; i < 5; i++) await store().begin(both, 0)
  expect(await store().begin([of('a'), of('new', 'wide')], 0)).toBe(SECOND)
  expect(await counts()).toEqual(['guess 5', 'wide 5'])
  const past = [of('new'), { ...of('b', 'wide'), onlyCounts: true }]
  expect(await store().begin(past, 0)).toBe(0)
  expect(await counts()).toEqual(['guess 1', 'guess 5', 'wide 6'])
  await store().takeBack({ cleared: [of('a')], back: [of('b', 'wide')] })
  expect(await counts()).toEqual(['guess 0', 'guess 1', 'wide 5'])
})

test('a clock that is put back, or runs behind, locks nobody out', async () => {
  const ahead = 365 * 24 * HOUR
  for (let i = 0; i < 8; i++) await store().begin([of('a')], ahead + i * 60 * SECOND)
  expect(await store().begin([of('a')], 0)).toBe(8 * SECOND)
  expect(await store().begin([of('a')], 8 * SECOND)).toBe(0)
})

test('no e-mail and no address stands in the table, and without the secret nobody can tell whose a row is', async () => {
  const asked = [of('ana@clinic.test'), of('203.0.113.5 ana@clinic.test', 'pair')]
  await store().begin(asked, 0)
  const { rows } = await pool.query<{ name: string; key: string }>('select * from slowdowns')
  expect(JSON.stringify(rows)).not.toMatch(/ana|clinic|203\.0/)
  expect(rows.map(({ key }) => key)).toEqual([
    expect.stringMatching(/^[\w-]{22}$/),
    expect.stringMatching(/^[\w-]{22}$/),
  ])
  await slowdownStore(pool, 'another secret').begin(asked, 0)
  const { rows: more } = await pool.query<{ key: string }>('select key from slowdowns')
  expect(new Set(more.map(({ key }) => key)).size).toBe(4)
})

describe('what is kept is little', () => {
  test('a day without a failure removes a row, and so does a success', async () => {
    await store().begin([of('old')], 0)
    await store().begin([of('young')], 1)
    await store().begin([of('right')], 1)
    await store().takeBack({ cleared: [of('right')], back: [] })
    expect(await counts()).toEqual(['guess 0', 'guess 1', 'guess 1'])
    await store().forget(24 * HOUR)
    const { rows } = await pool.query('select last from slowdowns')
    expect(rows).toEqual([{ last: new Date(1) }])
  })

  test('of each name the latest stay, however many come: the attempts themselves remove the others', async () => {
    const small = store({ most: 10, tidyEach: 20 })
    await small.begin([of('mine', 'account')], 0)
    for (let i = 0; i < 50; i++) await small.begin([of(`${i}`)], i)
    const { rows } = await pool.query<{ name: string; rows: number; first: Date }>(
      'select name, count(*)::int as rows, min(last) as first from slowdowns group by name order by name',
    )
    // 1 + 50 attempts: what is too much went at the twentieth and the fortieth.
    expect(rows).toEqual([
      { name: 'account', rows: 1, first: new Date(0) },
      { name: 'guess', rows: 10 + 12, first: new Date(28) },
    ])
  })

  test('a backup has none of it', async () => {
    const client = await pool.connect()
    try {
      const names = (await tablesOf(client)).map(({ name }) => name)
      expect(names).toContain('organizations')
      expect(names).not.toContain('slowdowns')
    } finally {
      client.release()
    }
  })
})

test('a pooler that lends each transaction another connection changes nothing', async () => {
  const pooler = await transactionPooler(url)
  const pooled = connect(pooler.url, { directUrl: url })
  try {
    const through = slowdownStore(pooled.pool, 'a secret')
    const attempts = Array.from({ length: 20 }, (_, i) => [through, store()][i % 2]!.begin([of('a')], 0))
    expect(await passed(attempts)).toBe(5)
    await through.takeBack({ cleared: [of('a')], back: [] })
    expect(await store().begin([of('a')], 0)).toBe(0)
  } finally {
    await pooled.close()
    await pooler.close()
  }
})
