import { expect, it } from 'vitest'
import { version } from '../../../package.json' with { type: 'json' }
import { arithmetic, drugVolume } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { addedToBag, infusionRate } from 'sync-protocol/rules/infusion'
import { BAG, INFUSION } from './infusion-examples.ts'
import { EXAMPLES, UNUSUAL, wordsOfWeight } from './volume-examples.ts'
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
})

it('works out an infusion, and a bag that has room for it', () => {
  expect(infusionRate(INFUSION)?.line).toBe('20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h')
  expect(addedToBag(INFUSION, BAG)).toMatchObject({ drug: { text: '22.5' }, onTopOfBag: { text: '28.7' } })
})

it('shows what a sheet says of an unusual weight', () => {
  expect(UNUSUAL.map(wordsOfWeight)).toEqual([
    '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.',
    '42 kg is 92.61 lb, too heavy for a cat.',
    'Last weighed 10 kg on 03/01. This is 2.2 times that: pounds or kilograms? 22 lb would be 9.98 kg.',
  ])
})

it('says what is new in the version that runs', () => {
  expect(VERSIONS[0]?.version).toBe(version)
})
