import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { clinicDatabase, type ClinicDatabase } from './clinic-database.ts'
import { newId } from './ids.ts'
import { keepPrint, lastPrint } from './prints.ts'

let clinic: ClinicDatabase
beforeEach(() => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => clinic.close())

const print = (weight: number, at = '2026-11-26T10:40:00.000Z') => ({
  at,
  weight,
  weight_units: 'kg' as const,
  said: `${weight}`,
})

test('what was printed of an open sheet is known of the sheet that it was saved as, and of no other', async () => {
  const [draft, other] = [newId(), newId()]
  const saved = sheetIdFrom(draft, newId())
  expect(await lastPrint(clinic, saved)).toBeUndefined()
  await keepPrint(clinic, draft, print(12))
  expect(await lastPrint(clinic, saved)).toMatchObject(print(12))
  await keepPrint(clinic, saved, print(13))
  expect(await lastPrint(clinic, saved)).toMatchObject(print(13))
  expect(await clinic.prints.count()).toBe(1)
  expect(await lastPrint(clinic, other)).toBeUndefined()
})

test('a paper of a month ago is forgotten with the next one', async () => {
  const [old, recent] = [newId(), newId()]
  await keepPrint(clinic, old, print(12, '2026-10-26T10:40:00.000Z'))
  await keepPrint(clinic, recent, print(13, '2026-10-28T10:40:00.000Z'))
  await keepPrint(clinic, newId(), print(14))
  expect([await lastPrint(clinic, old), (await lastPrint(clinic, recent))?.weight]).toEqual([undefined, 13])
})

test('a print keeps the last one that said anything else, however often it is made', async () => {
  const sheet = newId()
  await keepPrint(clinic, sheet, print(12))
  expect((await lastPrint(clinic, sheet))?.before).toBeUndefined()
  for (const second of [1, 2, 3])
    await keepPrint(clinic, sheet, print(13, `2026-11-26T10:50:0${second}.000Z`))
  expect(await lastPrint(clinic, sheet)).toMatchObject({ weight: 13, before: print(12) })
  await keepPrint(clinic, sheet, print(14, '2026-11-26T10:51:00.000Z'))
  expect((await lastPrint(clinic, sheet))?.before).toEqual(print(13, '2026-11-26T10:50:03.000Z'))
})
