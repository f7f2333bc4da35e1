import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Species } from '../records/fields.ts'
import { fluidContent } from '../records/fluid.ts'
import { checkFluidForm, emptyFluidForm, fluidOfForm, formOfFluid, roundedRate } from './fluid-form.ts'
import type { FluidForm } from './fluid-form.ts'

const good: FluidForm = { species: [0], name: "Lactated Ringer's", rate: '5' }

test('[FLUID-03] everything wrong at once is told in the order of the form', () => {
  expect(checkFluidForm({ species: [], name: '', rate: '' })?.field).toBe('species')
  expect(checkFluidForm({ species: [1], name: '', rate: '' })?.field).toBe('name')
  expect(checkFluidForm({ species: [1], name: 'Saline', rate: '' })?.field).toBe('rate')
  expect(checkFluidForm(good)).toBeNull()
  expect(emptyFluidForm(1)).toEqual({ species: [1], name: '', rate: '' })
})

test.each<[id: string, Partial<FluidForm>, message: string]>([
  ['FLUID-03', { species: [] }, 'Please select at least one species.'],
  ['FLUID-04', { name: ' ' }, 'Fluid name is required.'],
  ['FLUID-04', { name: 'n'.repeat(51) }, 'Fluid name is too long.'],
  ['FLUID-04', { name: '\ud800' }, 'Fluid name is invalid.'],
  ['FLUID-05', { rate: '' }, 'Fluid rate is required.'],
  ['FLUID-05', { rate: '1,5' }, 'Fluid rate must be a valid number.'],
  ['FLUID-05', { rate: '0' }, 'Fluid rate must be greater than zero.'],
  ['FLUID-06', { rate: '100000.5' }, 'Fluid rate is too large.'],
  [
    'Q-02',
    { rate: '0.0005' },
    'Fluid rate 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.',
  ],
])('[%s] %j: %s', (_, change, message) => {
  expect(checkFluidForm({ ...good, ...change })?.message).toBe(message)
})

test('[Q-11] the rate is kept with 3 decimals, and the form says so', () => {
  expect(roundedRate({ ...good, rate: '2.3456' })).toBe('2.346')
  expect(fluidOfForm({ ...good, rate: '2.3456' }).rate).toBe(2.346)
  expect(roundedRate({ ...good, rate: '2.50' })).toBeNull()
  expect(() => fluidOfForm({ ...good, rate: '' })).toThrow(RangeError)
})

test('what is saved is what every store takes, and stays the same when it is saved again', () => {
  const rate = fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => String(thousandths / 1000))
  const name = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '')
  const species = fc.constantFrom<Species[]>([0], [1], [0, 1], [1, 0])
  fc.assert(
    fc.property(species, name, rate, (codes, typed, ml) => {
      const form = { species: codes, name: typed, rate: ml }
      expect(checkFluidForm(form)).toBeNull()
      const fluid = fluidOfForm(form)
      expect(fluidContent.parse(fluid)).toEqual(fluid)
      expect(fluidOfForm(formOfFluid(fluid))).toEqual(fluid)
    }),
  )
})
