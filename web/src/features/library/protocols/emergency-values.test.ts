import { expect, test } from 'vitest'
import type { TypedEmergencyDrug } from 'sync-protocol/rules/emergency-protocol-form'
import { drugAdded, drugBack, drugChanged, drugRemoved, emergencyValues } from './emergency-values.ts'
import { removedRow } from './rows.ts'

const drug = (name: string): TypedEmergencyDrug => ({
  name,
  concentration: '1',
  dosage_from: '0.01',
  dosage_to: '0.1',
  route: 'IV',
  form: 'INJECTION',
  controlled: false,
})

test('[EPROT-03] an eleventh drug is not added', () => {
  let values = emergencyValues(undefined, 0)
  for (let count = 0; count < 12; count++) values = drugAdded(values, drug(`Drug ${count}`))
  expect(values.drugs.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `Drug ${at}`))
})

test('a row is changed alone, removed, and brought back where it stood', () => {
  let values = emergencyValues(undefined, 0)
  for (const name of ['Atropine', 'Atropine', 'Naloxone']) values = drugAdded(values, drug(name))
  const [first, second] = values.drugs
  const typed = drugChanged(values, second?.row ?? -1, { dosage_to: '0.5' })
  expect(typed.drugs.map(({ dosage_to }) => dosage_to)).toEqual(['0.1', '0.5', '0.1'])
  expect(typed.drugs[0]).toBe(first)
  const removed = removedRow(typed.drugs, second?.row ?? -1)
  if (removed === null) throw new Error('It was not found.')
  const without = drugRemoved(typed, removed.row.row)
  expect(without.drugs.map(({ name }) => name)).toEqual(['Atropine', 'Naloxone'])
  expect(drugBack(without, removed)).toEqual(typed)
})
