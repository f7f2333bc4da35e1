import { expect, it } from 'vitest'
import type { EarlierWeight } from 'sync-protocol/rules/weight-guard'
import { shownUnusual, unusualWeight } from './unusual-weight.ts'

const said = (weight: string, units: '-' | 'kg' | 'lb', species: -1 | 0 | 1, kg?: bigint) => {
  const earlier: EarlierWeight | null =
    kg === undefined ? null : { kg: { over: kg, under: 10n }, day: '2026-03-01' }
  return unusualWeight({ species, weight, weight_units: units }, earlier)
}

it('[Q-14] says nothing while the weight is ordinary, or without a unit or a species', () => {
  expect(said('8.8', 'kg', 1)).not.toBeNull()
  for (const quiet of [
    said('8.8', 'lb', 1),
    said('8.8', '-', 1),
    said('8.8', 'kg', -1),
    said('', 'kg', 1),
    said('x', 'kg', 1),
    said('4.6', 'kg', 1, 41n),
  ])
    expect(quiet).toBeNull()
})

it('[Q-14] tells a weight that few cats have from one that no cat has', () => {
  expect(said('8.8', 'kg', 1)).toMatchObject({
    level: 'amber',
    words: '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.',
  })
  expect(said('22', 'kg', 1)).toMatchObject({
    level: 'red',
    words: '22 kg is 48.51 lb, too heavy for a cat.',
  })
})

it('[Q-14] has one finding where there is little room: too heavy first, else the slip that it looks like', () => {
  const words = {
    heavy: '9 kg is 19.85 lb, heavy for a cat.',
    tooHeavy: '42 kg is 92.61 lb, too heavy for a cat.',
    pounds: 'Last weighed 4.1 kg on 03/01. This is 2.2 times that: pounds or kilograms?',
    point: 'Last weighed 4.1 kg on 03/01. This is 10.24 times that: a point in another place?',
    offer: '9 lb would be 4.08 kg.',
  }
  expect(said('9', 'kg', 1, 41n)).toMatchObject({
    words: `${words.heavy} ${words.pounds} ${words.offer}`,
    short: `${words.pounds} ${words.offer}`,
  })
  expect(said('42', 'kg', 1, 41n)).toMatchObject({
    level: 'red',
    words: `${words.tooHeavy} ${words.point}`,
    short: words.tooHeavy,
  })
})

it('says nothing of the first digit while a number is typed; once something is said, it follows each key', () => {
  const shown = (weight: string, settled: string) =>
    shownUnusual({ species: 0, weight, weight_units: 'lb' }, settled, null)?.words ?? null
  const light = (lb: string, kg: string) => `${lb} lb is ${kg} kg, light for a dog.`
  expect(shown('1', '')).toBeNull()
  expect(shown('12', '')).toBeNull()
  expect(shown('1', '1')).toBe(`${light('1', '0.45')} 1 kg would be 2.21 lb.`)
  expect(shown('1.1', '1')).toBe(`${light('1.1', '0.5')} 1.1 kg would be 2.43 lb.`)
  expect(shown('12', '1')).toBeNull()
  expect(shown('1', '12')).toBeNull()
})
