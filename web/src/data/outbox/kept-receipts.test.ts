import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { mutationOf, testId } from 'sync-protocol/testing/examples'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drug } from '../../sync/testing/samples.ts'
import { clinicDatabase, type ClinicDatabase } from '../database/clinic-database.ts'
import type { Acknowledged, OutboxRow } from '../database/clinic-rows.ts'
import {
  acknowledgedOf,
  forgetOldAcknowledged,
  hasTakenBefore,
  keepAcknowledged,
  takenBefore,
} from './kept-receipts.ts'

const [LOST, NOW] = ['0193aaaa-0000-7000-8000-000000000001', '0193aaaa-0000-7000-8000-000000000002']
const AT = '2026-11-20T10:00:00.000Z'
/** Above it Chromium keeps a value in a file of its own. */
const FILE_BYTES = 64 * 1024

let clinic: ClinicDatabase
beforeEach(() => {
  clinic = clinicDatabase('org', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => clinic.close())

function taken(n: number, notes = '') {
  const content = { ...drug(`Drug ${n}`), notes }
  const body = mutationOf(n, testId(5, n), 'record.create', [
    { op: 'create', collection: 'drugs', _id: testId(1, n), content },
  ])
  const row: OutboxRow = {
    order: n,
    lane: testId(3, 1),
    user_id: testId(2, 1),
    user_name: 'Ana',
    n,
    id: body.id,
    hash: 'h',
    body,
    bytes: JSON.stringify(body).length,
    keys: [`drugs/${testId(1, n)}`],
    done: 0,
    withdrawn: 0,
    saved_at: 0,
  }
  return {
    row,
    result: { n, id: body.id, status: 'applied' as const, receipt: `r${n}`, records: [], conflicts: [] },
  }
}
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const keep = (each: ReturnType<typeof taken>[], epoch = LOST) =>
  clinic.transaction('rw', clinic.tables, () => keepAcknowledged(clinic, each, { epoch, at: AT }))
const all = () => acknowledgedOf(clinic, () => true)
/** As the app before kept it. */
const one = (n: number): Acknowledged => {
  const { row, result } = taken(n)
  const { id, order = 0, user_id, user_name, body, hash, keys } = row
  return { id, order, user_id, user_name, body, hash, keys, receipt: result.receipt, epoch: LOST, at: AT }
}

test('[L6] what the server took is kept whole, in few values, none of which makes a file', async () => {
  await keep(numbers(300).map((n) => taken(n)))
  await keep([taken(301, 'long '.repeat(30_000)), taken(302)])
  expect((await all()).map(({ id, receipt, order }) => [id, receipt, order])).toEqual(
    numbers(302).map((n) => [testId(5, n), `r${n}`, n]),
  )
  const values = await clinic.acknowledged_together.toArray()
  expect(values.length).toBeLessThan(15)
  const small = values.filter(({ each }) => each.every(({ order }) => order !== 301))
  expect(Math.max(...small.map((value) => JSON.stringify(value).length))).toBeLessThan(FILE_BYTES)
  expect(values.filter(({ each }) => each.some(({ order }) => order === 301))).toMatchObject([
    { each: [{ order: 301 }] },
  ])
})

test('[L6] after a restore what the lost epoch took is one by one again, of either form, and of the new one nothing', async () => {
  await clinic.acknowledged.add(one(1))
  await keep(numbers(30, 2).map((n) => taken(n)))
  expect(await hasTakenBefore(clinic, LOST)).toBe(false)
  await keep([taken(90)], NOW)
  expect(await hasTakenBefore(clinic, NOW)).toBe(true)
  const before = await all()
  const ids = await takenBefore(clinic, NOW)
  expect(ids.toSorted()).toEqual(numbers(31).map((n) => testId(5, n)))
  expect(await clinic.acknowledged.bulkGet(ids)).not.toContain(undefined)
  expect((await clinic.acknowledged.get(testId(5, 7)))?.epoch).toBe(LOST)
  expect(await clinic.acknowledged_together.toArray()).toMatchObject([{ epoch: NOW }])
  const byOrder = (a: Acknowledged, b: Acknowledged) => a.order - b.order
  expect((await all()).toSorted(byOrder)).toEqual(before.toSorted(byOrder))
})

test('[L6] what only older tablets kept is told as lost too', async () => {
  await clinic.acknowledged.add(one(1))
  expect(await hasTakenBefore(clinic, NOW)).toBe(true)
  expect(await takenBefore(clinic, NOW)).toEqual([testId(5, 1)])
})

test('[L6] after 30 days it is forgotten, of either form', async () => {
  await clinic.acknowledged.add(one(1))
  await keep([taken(2)])
  await forgetOldAcknowledged(clinic, Date.parse(AT) + 30 * 86_400_000)
  expect(await all()).toHaveLength(2)
  await forgetOldAcknowledged(clinic, Date.parse(AT) + 30 * 86_400_000 + 1)
  expect(await all()).toEqual([])
})

test('[L6] [T4] whether anything was lost is asked with one key of each range, not by counting', async () => {
  const asked: string[] = []
  clinic.use({
    stack: 'dbcore',
    name: 'asked',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        return {
          ...table,
          count: (request) => {
            asked.push(`count of ${name}`)
            return table.count(request)
          },
          query: (request) => {
            asked.push(`${request.limit} of ${name}`)
            return table.query(request)
          },
        }
      },
    }),
  })
  await keep(numbers(3).map((n) => taken(n)))
  expect(await hasTakenBefore(clinic, NOW)).toBe(true)
  expect(new Set(asked)).toEqual(new Set(['1 of acknowledged', '1 of acknowledged_together']))
})

test('[T4] all that is kept is read a few values at a time: a save never waits for it', async () => {
  const readAtOnce: number[] = []
  clinic.use({
    stack: 'dbcore',
    name: 'read',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        return {
          ...table,
          async query(request) {
            const found = await table.query(request)
            readAtOnce.push(found.result.length)
            return found
          },
          openCursor(request) {
            readAtOnce.push(Infinity)
            return table.openCursor(request)
          },
        }
      },
    }),
  })
  for (const n of numbers(100)) await keep([taken(n)])
  expect(await all()).toHaveLength(100)
  expect(Math.max(...readAtOnce)).toBeLessThan(20)
})

test('[L6] [T4] values of one change each are taken apart many at once; what is interrupted goes on', async () => {
  let writes = -201
  clinic.use({
    stack: 'dbcore',
    name: 'killed',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        if (mode === 'readwrite' && ++writes === 2) throw new Error('killed')
        return core.transaction(stores, mode, options)
      },
    }),
  })
  for (const n of numbers(200)) await keep([taken(n)])
  writes = 0
  await expect(takenBefore(clinic, NOW)).rejects.toThrow('killed')
  expect(await all()).toHaveLength(200)
  expect(await takenBefore(clinic, NOW)).toHaveLength(200)
  expect(writes).toBeLessThan(6)
  expect(await clinic.acknowledged_together.count()).toBe(0)
})

test('[L6] [T8] what an older app has sent again stays the new epoch’s', async () => {
  await keep([taken(1), taken(2)])
  await clinic.acknowledged.add({ ...one(1), epoch: NOW })
  expect(await takenBefore(clinic, NOW)).toEqual([testId(5, 2)])
  expect((await clinic.acknowledged.get(testId(5, 1)))?.epoch).toBe(NOW)
})
