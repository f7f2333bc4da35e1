import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { digestsOf } from 'sync-protocol/records/digest'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { testDatabase } from '../database/testing.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const { pool } = database
const epoch = await epochOf(pool)
const faults: unknown[] = []
const store = postgresStore(database, 'key', (error) => faults.push(error))
const NOW = '2026-11-20T10:00:00.000Z'

beforeEach(() => {
  faults.length = 0
})

async function clinicOfTwo() {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  const lane = { device: randomUUID(), lane: randomUUID() }
  let n = 0
  const create = async () => {
    const op = { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine() } as const
    await store.push(who, pushOf(epoch, lane, [mutationOf(++n, randomUUID(), 'drug.create', [op])]), NOW)
  }
  await create()
  await create()
  const page = () => store.pull({ org_id: clinic }, { protocol: PROTOCOL, cursor: 0, limit: 100 }, NOW)
  return {
    clinic,
    create,
    page,
    kept: async () =>
      (
        await pool.query<{ digests: unknown }>('SELECT digests FROM organizations WHERE org_id = $1', [
          clinic,
        ])
      ).rows[0]?.digests,
    async expectTold() {
      const { changes, digest, head } = await page()
      expect(digest).toEqual(digestsOf(changes))
      return { changes, head, digest }
    },
  }
}

test('[L3] records from before there were digests are counted at the next reading, or with the next change', async () => {
  const { clinic, expectTold, create, kept } = await clinicOfTwo()
  const forget = () => pool.query('UPDATE organizations SET digests = NULL WHERE org_id = $1', [clinic])
  await forget()
  const { digest, head } = await expectTold()
  expect(digest?.['drugs']?.count).toBe(2)
  expect(await kept()).toEqual({ seq: head, of: digest })
  await forget()
  await create()
  expect(await kept()).toMatchObject({ of: { drugs: { count: 3 } } })
  await expectTold()
})

test('[L3] what a server of an earlier version commits meanwhile is counted too', async () => {
  const { clinic, expectTold, create } = await clinicOfTwo()
  const byOlderServer = async () => {
    await pool.query('UPDATE organizations SET seq = seq + 1 WHERE org_id = $1', [clinic])
    await pool.query(
      `UPDATE records SET version = version + 1, seq = (SELECT seq FROM organizations WHERE org_id = $1),
         body = (body::jsonb || jsonb_build_object('version', version + 1))::json
       WHERE org_id = $1 AND record_id = (SELECT max(record_id::text)::uuid FROM records WHERE org_id = $1)`,
      [clinic],
    )
  }
  await byOlderServer()
  await expectTold()
  await byOlderServer()
  await create()
  expect((await expectTold()).digest?.['drugs']?.count).toBe(3)
})

test('[L3] digests that are not those of the records are found when tombstones are forgotten, reported, and mended', async () => {
  const { clinic, page, expectTold } = await clinicOfTwo()
  await store.forgetExpired(new Date(NOW))
  expect(faults).toEqual([])
  await pool.query(
    `UPDATE organizations SET digests = json_build_object('seq', seq, 'of', json_build_object('drugs',
       json_build_object('count', 7, 'sum', 7))) WHERE org_id = $1`,
    [clinic],
  )
  expect((await page()).digest).toEqual({ drugs: { count: 7, sum: 7 } })
  await store.forgetExpired(new Date(NOW))
  expect(faults).toMatchObject([{ message: expect.stringContaining('The digests of drugs') as string }])
  await expectTold()
})
