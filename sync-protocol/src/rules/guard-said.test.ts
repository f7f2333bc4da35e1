import { expect, it } from 'vitest'
import { guardSaid } from './guard-said.ts'

it.each([
  [
    { level: 'red', kinds: ['cap', 'over'], reason: 'Vet’s order', by: 'Ana' },
    'Above the cap, above the highest dosage. Vet’s order (Ana)',
  ],
  [{ level: 'red', kinds: ['tenth'] }, 'An eighth of the usual dosage or less. No reason entered.'],
  [
    { level: 'red', kinds: ['never'], reason: 'Nothing else is here' },
    'Never for this species. Nothing else is here',
  ],
  [{ level: 'amber', kinds: ['syringe'] }, 'More than 20 ml or less than 0.03 ml.'],
  // Of a later release.
  [{ level: 'amber', kinds: ['interaction', 'toString'] }, 'Unusual dose.'],
] as const)('says what was found in a dose: %j', (guard, words) => {
  expect(guardSaid({ ...guard, kinds: [...guard.kinds] })).toBe(words)
})
