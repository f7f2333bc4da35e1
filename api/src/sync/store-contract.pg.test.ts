import { afterEach } from 'vitest'
import { digestContract } from 'sync-protocol/testing/digest-store-contract'
import { snapshotContract } from 'sync-protocol/testing/snapshot-store-contract'
import { storeContract, type Harness } from 'sync-protocol/testing/store-contract'
import { testDatabase } from '../database/testing.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const epoch = await epochOf(database.pool)
const faults: unknown[] = []
const store = postgresStore(database, 'a key for receipts', (error) => faults.push(error))

afterEach(() => {
  if (faults.length > 0) throw faults[0]
})

async function harness(): Promise<Harness> {
  const clinic = await foundClinic(database.pool)
  return {
    store,
    epoch,
    speaker: (perms) => hire(database.pool, clinic, perms),
    stranger: async () => hire(database.pool, await foundClinic(database.pool), [0, 1, 2, 3]),
  }
}

storeContract('PostgreSQL', harness)
digestContract('PostgreSQL', harness)
snapshotContract('PostgreSQL', harness)
