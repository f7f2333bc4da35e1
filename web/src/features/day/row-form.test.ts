import { expect, test } from 'vitest'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { emptyForm, formOf, readForm } from './row-form.ts'

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
const NEW = { day: '2026-11-20', status: 'listed' } as const

test('a form that is not touched changes nothing; what is emptied goes', () => {
  expect(readForm(formOf(BELLA), BELLA)).toEqual(BELLA)
  const { cage: _cage, ...rest } = BELLA
  expect(readForm({ ...formOf(BELLA), cage: ' ', name: ' Bella ' }, BELLA)).toEqual(rest)
})

test('nobody is of a species that was not chosen, and nobody is without a name', () => {
  expect(readForm({ ...emptyForm('1'), name: 'Mia' }, NEW)).toMatchObject({ field: 'species' })
  expect(readForm({ ...emptyForm('1'), species: '1' }, NEW)).toMatchObject({ field: 'name' })
  expect(readForm({ ...emptyForm('1'), species: '1', name: 'Mia' }, NEW)).toEqual({
    ...NEW,
    name: 'Mia',
    line: '1',
    species: 1,
  })
})

test('too long is said at its field', () => {
  const form = { ...emptyForm('1'), species: '0', name: 'Mia', risk: 'x'.repeat(201) } as const
  expect(readForm(form, NEW)).toMatchObject({ field: 'risk' })
})

test('the next patient has the species and the procedure of the one before, and nothing else', () => {
  const before = { ...formOf(BELLA), procedure: 'Spay' }
  expect(emptyForm('2', before)).toEqual({ ...emptyForm('2'), procedure: 'Spay', species: '1' })
})
