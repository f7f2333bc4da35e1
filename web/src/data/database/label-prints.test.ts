import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clinicDatabase, type ClinicDatabase } from './clinic-database.ts'
import { newId } from './ids.ts'
import { countLabelPrints, labelPrints, printedForAnother, timesPrinted } from './label-prints.ts'

let clinic: ClinicDatabase
beforeEach(() => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => clinic.close())

const KETAMINE = { row: 'rex', label: 'Ketamine 100' }
const PATIENT = { row: 'rex', label: 'patient' }

test('each label of each patient is counted by itself, also where two are counted at once', async () => {
  expect(timesPrinted(await labelPrints(clinic), KETAMINE)).toBe(0)
  await Promise.all([
    countLabelPrints(clinic, [KETAMINE, PATIENT], '2026-11-20T08:00:00.000Z'),
    countLabelPrints(clinic, [KETAMINE], '2026-11-20T08:00:00.000Z'),
  ])
  const prints = await labelPrints(clinic)
  expect([KETAMINE, PATIENT, { ...PATIENT, row: 'max' }].map((one) => timesPrinted(prints, one))).toEqual([
    2, 1, 0,
  ])
})

test('what was printed a month ago is forgotten', async () => {
  await countLabelPrints(clinic, [KETAMINE], '2026-10-01T08:00:00.000Z')
  await countLabelPrints(clinic, [{ ...PATIENT, row: 'max' }], '2026-11-20T08:00:00.000Z')
  expect(Object.keys(await labelPrints(clinic))).toEqual(['max'])
})

test('a label printed for another weight is told until it was printed for this one', async () => {
  const at = '2026-11-20T08:00:00.000Z'
  const told = async (now: string | undefined) => printedForAnother(await labelPrints(clinic), 'rex', now)
  await countLabelPrints(clinic, [{ ...KETAMINE, weight: '12.4 kg' }, PATIENT], at)
  expect(await told('12.4 kg')).toBe(undefined)
  expect(await told('13 kg')).toBe('12.4 kg')
  // Nobody knows what it is now.
  expect(await told(undefined)).toBe(undefined)
  await countLabelPrints(clinic, [{ ...KETAMINE, weight: '13 kg' }], at)
  expect(await told('13 kg')).toBe(undefined)
  expect(timesPrinted(await labelPrints(clinic), KETAMINE)).toBe(2)
})
