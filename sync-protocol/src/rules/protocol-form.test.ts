import { expect, test } from 'vitest'
import { nextForm, nextRoute } from './protocol-form.ts'

const walk = <T>(next: (value: T) => T, from: T, presses: number) => {
  const seen = [from]
  for (let press = 0; press < presses; press++) seen.push(next(seen[press] as T))
  return seen
}

test('[APROT-23] the route goes one on at each press and wraps', () => {
  expect(walk(nextRoute, 'IV', 5)).toEqual(['IV', 'IM', 'SC', 'EPIDURAL', 'OTHER', 'IV'])
})

test('[APROT-24] the form goes one on at each press and wraps', () => {
  expect(walk(nextForm, 'INJECTION', 4)).toEqual(['INJECTION', 'TABLET', 'LIQUID', 'OTHER', 'INJECTION'])
})
