import fc from 'fast-check'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { clinicDatabase } from '../database/clinic-database.ts'
import type { OutboxRow, ServerState } from '../database/clinic-rows.ts'
import { dropStates, ordersOf, pendingAmong, statesOf } from './key-runs.ts'
import { nameOf } from './rebuild-view.ts'

const keyAt = (n: number) => `${n % 5 === 0 ? 'draws' : 'drugs'}/${String(n).padStart(4, '0')}`
const some = (most: number) => fc.uniqueArray(fc.nat({ max: 150 }), { maxLength: most })
const run = fc
  .tuple(fc.nat({ max: 20 }), fc.integer({ min: 40, max: 130 }))
  .map(([from, length]) => Array.from({ length }, (_, n) => from + n))
/** As what was made in one go lies there: with a few gaps, and a few of others. */
const numbers = fc.oneof(
  some(150),
  fc
    .tuple(run, some(3), some(3))
    .map(([all, gaps, others]) => [...new Set([...all.filter((n) => !gaps.includes(n)), ...others])]),
)

/** Whatever else is in the tables, also between what is asked for. */
test('what is asked for together is what one would find asking for each', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, numbers, numbers, async (beside, asked, touched) => {
      const clinic = clinicDatabase('org', { indexedDB: new IDBFactory(), IDBKeyRange })
      const names = asked.map(keyAt)
      const states = beside.map((n): ServerState => ({ key: keyAt(n), ...nameOf(keyAt(n)), record: null }))
      await clinic.server_state.bulkAdd(states)
      const rows = touched.map((n) => ({
        lane: 'lane',
        n,
        id: `${n}`,
        keys: [keyAt(n), keyAt(n + 1)],
        done: 0,
      }))
      const orders = await clinic.outbox.bulkAdd(rows as OutboxRow[], { allKeys: true })

      const there = new Set(beside.map(keyAt))
      const found = await statesOf(clinic, names)
      expect(found.map(({ key }) => key).toSorted()).toEqual(
        names.filter((name) => there.has(name)).toSorted(),
      )

      const touching = (row: { keys: string[] }) => row.keys.some((key) => names.includes(key))
      const wanted = orders.filter((_, index) => touching(rows[index] as OutboxRow))
      expect(await ordersOf(clinic, names)).toEqual(new Set(wanted))

      const pending = new Set(rows.flatMap(({ keys }) => keys))
      expect(await pendingAmong(clinic, names)).toEqual(new Set(names.filter((name) => pending.has(name))))

      const gone = new Set(found.map(({ key }) => key))
      await dropStates(clinic, [...gone])
      const left = await clinic.server_state.toCollection().primaryKeys()
      expect(left).toEqual([...there].filter((key) => !gone.has(key)).toSorted())
      clinic.close()
    }),
    { numRuns: 30 },
  )
})
