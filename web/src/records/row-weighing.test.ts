import { expect, test } from 'vitest'
import { savedOtherwise, twoVersions } from './row-weighing.ts'

const sheet = { species: 1, name: 'Bella', patient_id: '', weight: '22', weight_units: 'lb' } as const

test('of a sheet that was saved elsewhere the other weight is said, and the same one is not', () => {
  expect(savedOtherwise(undefined, sheet)).toBe(null)
  expect(savedOtherwise({ name: 'bella', weight: '22', units: 'lb' }, sheet)).toBe(null)
  // A kilogram has 2.205 lb here.
  expect(savedOtherwise({ name: 'bella', weight: '10', units: 'kg' }, { ...sheet, weight: '22.05' })).toBe(
    null,
  )
  expect(savedOtherwise({ name: 'bella', weight: '22', units: 'kg' }, sheet)).toMatchObject({
    title: 'Saved on another tablet with 22 kg',
    here: 'This sheet still has 22 lb.',
    short: 'Saved: 22 kg',
  })
  expect(
    savedOtherwise({ name: 'bella', weight: '22', units: 'kg' }, { ...sheet, weight_units: '-' as const })
      ?.here,
  ).toBe('This sheet still has 22.')
  // Nobody is another one whose name is missing.
  expect(savedOtherwise({ name: '', weight: '22', units: 'lb' }, sheet)).toBe(null)
  expect(savedOtherwise({ name: 'Max', weight: '22', units: 'lb' }, sheet)).toMatchObject({
    title: 'Saved on another tablet as Max, 22 lb',
    here: 'This sheet still has 22 lb.',
  })
  expect(savedOtherwise({ name: 'bella', weight: '20', units: 'lb', estimated: true }, sheet)).toMatchObject({
    title: 'Saved on another tablet with about 20 lb',
    short: 'Saved: about 20 lb',
  })
  expect(savedOtherwise({ name: 'bella', weight: '20', units: 'lb', isOpen: true }, sheet)).toMatchObject({
    title: 'Corrected on another tablet: 20 lb',
    here: 'This sheet still has 22 lb.',
    short: 'Corrected: 20 lb',
  })
})

test('two weights that were entered at once are said, both, and two versions of whose sheet it is', () => {
  expect(twoVersions(undefined, sheet)).toBe(null)
  const weight = { weight: '30', weight_units: 'kg', estimated: true } as const
  expect(twoVersions({ weight }, sheet)).toMatchObject({
    title: 'Two weights were entered: 22 lb and about 30 kg',
    here: 'One of them must be chosen on the sheet.',
    short: 'Two weights',
  })
  expect(twoVersions({ weight: { weight: '', weight_units: 'kg' } }, sheet)?.title).toBe(
    'Two weights were entered: 22 lb and none',
  )
  expect(twoVersions({ weight: null }, sheet)?.title).toBe('Two tablets entered another patient at once')
})
