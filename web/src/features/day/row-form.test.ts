import { expect, test } from 'vitest'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { emptyForm, formOf, isFault, readForm, withTyped, type RowForm } from './row-form.ts'

const BELLA: DayRowContent = {
  day: '2026-11-20',
  order: 'i',
  name: 'Bella',
  species: 1,
  cage: 'B4',
  weight: 4,
  weight_units: 'kg',
  status: 'weighed',
}

function saved(form: RowForm): DayRowContent {
  const read = readForm(form)
  return isFault(read) ? expect.fail(read.message) : withTyped(BELLA, read)
}

test('a form that is not touched changes nothing; what is emptied goes', () => {
  expect(saved(formOf(BELLA))).toEqual(BELLA)
  const { cage: _cage, ...rest } = BELLA
  expect(saved({ ...formOf(BELLA), cage: ' ', name: ' Bella ' })).toEqual(rest)
})

test('nobody is of a species that was not chosen, and nobody is without a name', () => {
  expect(readForm({ ...emptyForm('1'), name: 'Mia' })).toMatchObject({ field: 'species' })
  expect(readForm({ ...emptyForm('1'), species: '1' })).toMatchObject({ field: 'name' })
  expect(readForm({ ...emptyForm('1'), species: '1', name: 'Mia' })).toEqual({
    name: 'Mia',
    line: '1',
    species: 1,
  })
})

test('too long is said at its field', () => {
  const form = { ...emptyForm('1'), species: '0', name: 'Mia', risk: 'x'.repeat(201) } as const
  expect(readForm(form)).toMatchObject({ field: 'risk' })
})

test('the next patient has the species and the procedure of the one before, and nothing else', () => {
  const before = { ...formOf(BELLA), procedure: 'Spay' }
  expect(emptyForm('2', before)).toEqual({ ...emptyForm('2'), procedure: 'Spay', species: '1' })
})
