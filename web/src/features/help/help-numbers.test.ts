import { expect, it } from 'vitest'
import { version } from '../../../package.json' with { type: 'json' }
import { arithmetic, drugVolume, implausibleWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { EXAMPLES, HEAVY } from './volume-examples.ts'
import { VERSIONS } from './whats-new-text.ts'

it('works out the example that everybody is shown', () => {
  expect(arithmetic(EXAMPLES.pounds)).toBe('22 lb / 2.205 x 0.5 mg/kg / 10 mg/ml = 0.5 ml')
})

it('shows by each example what its words say', () => {
  const { belowOne, aboveOne, tooSmall, far } = EXAMPLES
  const volumes = [belowOne, aboveOne, tooSmall, far].map((dose) => drugVolume(dose))
  expect(volumes.map((volume) => volume?.flag)).toEqual(['none', 'none', 'too-small', 'rounding'])
  expect(volumes.map((volume) => (volume?.exact ?? 0) < 1)).toEqual([true, false, true, true])
  for (const volume of volumes) expect(volume?.value).not.toBe(volume?.exact)
  // To be worked out by hand: no tail of digits.
  for (const volume of volumes) expect(numberText(volume?.exact ?? 0).length).toBeLessThanOrEqual(6)
  expect(implausibleWeight(HEAVY.weight, HEAVY.units, 0)).not.toBeNull()
})

it('says what is new in the version that runs', () => {
  expect(VERSIONS[0]?.version).toBe(version)
})
