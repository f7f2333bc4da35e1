import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import { clinicDatabase, type ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { readSetting } from '../database/settings.ts'
import { setSignedIn } from '../database/signed-in.ts'
import { MemoryStorage } from '../database/testing/memory-storage.ts'
import { bringPrintsBack, exportedAt, keepOnDisk, keepPrint, keptPrint } from './exported-draft.ts'

let factory: IDBFactory
let clinic: ClinicDatabase
const orgId = newId()
const open = () => clinicDatabase(orgId, { indexedDB: factory, IDBKeyRange })
beforeEach(() => {
  factory = new IDBFactory()
  clinic = open()
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

const print = (at: string) =>
  JSON.stringify({ exportedAt: at, printed: { at, said: 'x', weight: 12, weight_units: 'kg' } })
const [EARLY, LATE] = ['2026-11-20T11:05:00.000Z', '2026-11-20T11:09:00.000Z']
const back = async (storage: MemoryStorage) => bringPrintsBack(clinic, storage)
/** The tablet goes off and on again, with what is on its disk. */
function restart() {
  clinic.close()
  clinic = open()
}

it('what was printed is known after the tablet went off before its browser kept it', async () => {
  setSignedIn({ clinic, user: { _id: 'ann' } as Profile })
  keepPrint(new MemoryStorage(), 'ann', 'open', print(EARLY))
  await expect.poll(() => readSetting(clinic, 'sheet_prints')).toMatchObject({ open: { by: 'ann' } })
  restart()
  const storage = new MemoryStorage()
  await back(storage)
  expect(exportedAt(storage, 'open')).toBe(EARLY)
  expect(keptPrint(storage, 'another')).toBe(null)
})

it('of two the later print counts, and what an earlier release kept stays', async () => {
  await keepOnDisk(clinic, 'ann', 'open', print(LATE))
  await keepOnDisk(clinic, 'ann', 'older', print(EARLY))
  const storage = new MemoryStorage()
  keepPrint(storage, 'ben', 'open', print(EARLY))
  keepPrint(storage, 'ann', 'older', print(LATE))
  keepPrint(storage, 'ann', 'release', EARLY)
  restart()
  await back(storage)
  expect(exportedAt(storage, 'open')).toBe(LATE)
  expect(storage.length).toBe(3)
  expect(exportedAt(storage, 'older')).toBe(LATE)
  expect(exportedAt(storage, 'release')).toBe(EARLY)
})

it('what was saved since is not brought back as never saved', async () => {
  const saved = JSON.stringify({ exportedAt: null, printed: { at: EARLY, said: 'x' } })
  await keepOnDisk(clinic, 'ann', 'open', saved)
  const storage = new MemoryStorage()
  keepPrint(storage, 'ann', 'open', print(EARLY))
  restart()
  await back(storage)
  expect(exportedAt(storage, 'open')).toBe(null)
})

it('nothing is left of a sheet that is closed, and it is brought back once in a visit', async () => {
  await keepOnDisk(clinic, 'ann', 'open', print(EARLY))
  await keepOnDisk(clinic, 'ann', 'closed', print(EARLY))
  await keepOnDisk(clinic, 'ann', 'closed', null)
  restart()
  const storage = new MemoryStorage()
  await back(storage)
  expect(keptPrint(storage, 'closed')).toBe(null)
  keepPrint(storage, 'ann', 'open', null)
  await back(storage)
  expect(keptPrint(storage, 'open')).toBe(null)
})
