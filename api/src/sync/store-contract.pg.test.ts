import { afterEach, expect, test } from 'vitest'
import { digestContract } from 'sync-protocol/testing/digest-store-contract'
import { behalfContract, type BehalfHarness } from 'sync-protocol/testing/behalf-store-contract'
import { snapshotContract } from 'sync-protocol/testing/snapshot-store-contract'
import { resubmissionContract } from 'sync-protocol/testing/resubmission-store-contract'
import { revokedContract, type RevokedHarness } from 'sync-protocol/testing/revoked-store-contract'
import { storeContract } from 'sync-protocol/testing/store-contract'
import { testDatabase } from '../database/testing.ts'
import { everyLookSays } from '../ledger/testing-records.ts'
import { receiptMaker } from './receipt.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const epoch = await epochOf(database.pool)
const faults: unknown[] = []
const KEY = 'a key for receipts'
const store = postgresStore(database, KEY, (error) => faults.push(error))

afterEach(() => {
  if (faults.length > 0) throw faults[0]
})

async function harness(): Promise<BehalfHarness & RevokedHarness> {
  const clinic = await foundClinic(database.pool)
  return {
    store,
    epoch,
    speaker: (perms) => hire(database.pool, clinic, perms),
    stranger: async () => hire(database.pool, await foundClinic(database.pool), [0, 1, 2, 3]),
    remove: async ({ user_id }) => {
      await database.pool.query("UPDATE users SET removed_at = now(), perms = '{}' WHERE user_id = $1", [
        user_id,
      ])
    },
    receipt: ({ org_id, user_id }, mutation, subject) =>
      receiptMaker(KEY, org_id)(user_id, mutation, subject),
    forget: () => store.forgetExpired(new Date('2028-01-01T00:00:00.000Z')),
    revoke: async ({ org_id }, device, name) => {
      const { rowCount } = await database.pool.query(
        'UPDATE devices SET revoked_at = $3, name = $4 WHERE org_id = $1 AND device_id = $2',
        [org_id, device, name === null ? null : new Date(), name || null],
      )
      if (rowCount !== 1) throw new Error('This tablet was never here.')
    },
    pushRight: async ({ org_id, user_id }, lane, valid) => {
      await database.pool.query('UPDATE push_tokens SET revoked_at = now() WHERE lane = $1', [lane])
      if (!valid) return
      await database.pool.query(
        `INSERT INTO push_tokens (org_id, token_id, user_id, device, lane, secret_hash, created_at)
         VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), $3, '', now())`,
        [org_id, user_id, lane],
      )
    },
  }
}

storeContract('PostgreSQL', harness)
digestContract('PostgreSQL', harness)
snapshotContract('PostgreSQL', harness)
behalfContract('PostgreSQL', harness)
resubmissionContract('PostgreSQL', harness)
revokedContract('PostgreSQL', harness)

test('after all of that the ledger and the records say the same', async () => {
  expect(await everyLookSays(database.pool)).toEqual([])
})
