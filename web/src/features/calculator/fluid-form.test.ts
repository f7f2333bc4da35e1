import { expect, it } from 'vitest'
import { fluidsFor, fluidTable } from './fluid-form.ts'

const dog = { weight: '20', units: 'kg' } as const
const cat = { weight: '4', units: 'kg' } as const

it('begins at 5 ml/kg/h for dogs and 3 for cats, and takes a quarter off each hour', () => {
  const { rows } = fluidTable(fluidsFor(0), dog)
  expect(rows.map(({ hour, rate, isLast }) => [hour, rate.text, isLast])).toEqual([
    [1, '100', false],
    [2, '75', false],
    [3, '56.3', false],
    [4, '42.2', false],
    [5, '40', true],
  ])
  expect(rows[1]?.rate.line).toBe('20 kg x 5 ml/kg/h x 0.75 = 75 ml/h')
  expect(fluidTable(fluidsFor(1), cat).rows.map(({ rate }) => rate.text)).toEqual(['12', '9', '8'])
})

it('has drops a minute once a drip set is chosen', () => {
  const { rows } = fluidTable({ ...fluidsFor(0), drops: '15' }, dog)
  expect(rows.map(({ drops }) => drops?.text)).toEqual(['25', '18.8', '14.1', '10.5', '10'])
  expect(fluidTable(fluidsFor(0), dog).rows[0]?.drops).toBeNull()
})

it('has no row without two numbers, nor for a start below maintenance, which is said', () => {
  for (const change of [{ start: '' }, { maintenance: '0' }, { start: 'five' }, { maintenance: '100001' }])
    expect(fluidTable({ ...fluidsFor(0), ...change }, dog)).toEqual({ rows: [], belowMaintenance: null })
  expect(fluidTable({ ...fluidsFor(0), start: '1' }, dog)).toEqual({
    rows: [],
    belowMaintenance: 'Starting rate must not be below the maintenance rate.',
  })
  expect(fluidTable(fluidsFor(0), { weight: '', units: 'kg' }).rows).toEqual([])
})

it('says where a pump cannot be set to it', () => {
  const { rows } = fluidTable(fluidsFor(1), { weight: '0.03', units: 'kg' })
  expect(rows.map(({ pump }) => pump?.slice(0, 7))).toEqual(['Too low', 'Too low', 'Too low'])
  expect(fluidTable(fluidsFor(0), dog).rows.every(({ pump }) => pump === null)).toBe(true)
})
