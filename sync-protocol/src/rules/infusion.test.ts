import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InfusionUnit } from '../records/infusion-limits.ts'
import {
  addedToBag,
  dropsPerMinute,
  fluidHours,
  INFUSION_UNITS,
  infusionRate,
  type Infusion,
} from './infusion.ts'

/** Lidocaine for a dog of 20 kg. */
const lidocaine: Infusion = {
  weight: '20',
  units: 'kg',
  dose: 30,
  unit: 'mcg/kg/min',
  concentration: 20,
}
const textOf = (computed: { text: string } | null) => computed?.text

describe('the rate of an infusion', () => {
  it('is weight x dose / concentration, and shows its line', () => {
    expect(infusionRate(lidocaine)?.line).toBe('20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h')
    expect(infusionRate({ ...lidocaine, weight: '44.1', units: 'lb' })?.line).toBe(
      '44.1 lb / 2.205 x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h',
    )
  })

  it.each([
    ['mcg/kg/min', 30, 20, '1.8', '20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h'],
    ['mcg/kg/h', 5, 0.05, '2', '20 kg x 5 mcg/kg/h / 1000 / 0.05 mg/ml = 2 ml/h'],
    ['mg/kg/h', 0.6, 100, '0.12', '20 kg x 0.6 mg/kg/h / 100 mg/ml = 0.12 ml/h'],
    ['units/kg/h', 0.1, 100, '0.02', '20 kg x 0.1 units/kg/h / 100 units/ml = 0.02 ml/h'],
  ] as const)('in %s: %d at %d per ml is %s ml/h', (unit, dose, concentration, text, line) => {
    expect(infusionRate({ ...lidocaine, unit, dose, concentration })).toMatchObject({ text, line })
  })

  it('is none while a number is missing or not above 0', () => {
    for (const change of [{ weight: '' }, { weight: '0' }, { dose: 0 }, { dose: NaN }, { concentration: -1 }])
      expect(infusionRate({ ...lidocaine, ...change })).toBeNull()
  })
})

describe('what is added to a bag', () => {
  const bag = { volume: 500, rate: 40 }
  const added = (infusion: Infusion, of = bag) => {
    const found = addedToBag(infusion, of)
    if (found === null || found === 'too-full') throw new Error(`It is ${found}.`)
    return found
  }

  it('gives the dose at the rate of the bag, once as much was taken out', () => {
    const { amount, drug, hours } = added(lidocaine)
    expect(amount).toMatchObject({
      text: '450',
      line: '20 kg x 30 mcg/kg/min x 60 / 1000 x 500 ml / 40 ml/h = 450 mg',
    })
    expect(drug).toMatchObject({ text: '22.5', line: '450 mg / 20 mg/ml = 22.5 ml' })
    expect(hours).toMatchObject({ text: '12.5', line: '500 ml / 40 ml/h = 12.5 h' })
  })

  it('says which dose the patient would get if nothing was taken out', () => {
    // 60 ml on top of 500 ml: 500 / 560 of the dose, 10.7 % too low.
    const { drug, onTopOfBag } = added({ ...lidocaine, dose: 80 })
    expect([drug.text, onTopOfBag.text]).toEqual(['60', '71.4'])
  })

  it('is said to be too much where the drug alone fills the bag', () => {
    expect(addedToBag({ ...lidocaine, concentration: 0.9 }, bag)).toBe('too-full')
    expect(addedToBag({ ...lidocaine, concentration: 0.901 }, bag)).not.toBe('too-full')
    expect(addedToBag(lidocaine, { ...bag, rate: 0 })).toBeNull()
  })
})

describe('drops', () => {
  it('are counted in a minute', () => {
    const rate = infusionRate({ ...lidocaine, dose: 600 })
    expect(dropsPerMinute(rate && rate.exact, 60)).toMatchObject({
      text: '36',
      line: '36 ml/h x 60 drops/ml / 60 = 36 drops/min',
    })
    expect(dropsPerMinute(null, 60)).toBeNull()
    expect(dropsPerMinute({ over: 1n, under: 1n }, 0)).toBeNull()
  })
})

describe('fluids of an anesthesia', () => {
  it('are a quarter less each hour, down to maintenance', () => {
    const hours = fluidHours({ weight: '20', units: 'kg' }, 5, 2)
    expect(hours?.map(({ hour, perKg, rate }) => [hour, textOf(perKg), textOf(rate)])).toEqual([
      [1, '5', '100'],
      [2, '3.75', '75'],
      [3, '2.81', '56.3'],
      [4, '2.11', '42.2'],
      [5, '2', '40'],
    ])
    expect(hours?.map(({ rate }) => rate.line)).toEqual([
      '20 kg x 5 ml/kg/h = 100 ml/h',
      '20 kg x 5 ml/kg/h x 0.75 = 75 ml/h',
      '20 kg x 5 ml/kg/h x 0.75 x 0.75 = 56.3 ml/h',
      '20 kg x 5 ml/kg/h x 0.75 x 0.75 x 0.75 = 42.2 ml/h',
      '20 kg x 2 ml/kg/h = 40 ml/h',
    ])
    expect(fluidHours({ weight: '44', units: 'lb' }, 10, 2)?.[4]?.rate.line).toBe(
      '44 lb / 2.205 x 10 ml/kg/h x 0.75^4 = 63.1 ml/h',
    )
    expect(fluidHours({ weight: '4', units: 'kg' }, 3, 3)?.map(({ rate }) => rate.text)).toEqual(['12'])
    expect(fluidHours({ weight: '4', units: 'kg' }, 1, 2)).toBeNull()
  })
})

describe('against another algorithm', () => {
  const decimal = fc
    .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([digits, scale]) => ({ digits: BigInt(digits), scale, value: digits / 10 ** scale }))
    .filter(({ value }) => value <= 100_000)
  const unitOf = fc.constantFrom(...(Object.keys(INFUSION_UNITS) as InfusionUnit[]))
  /** Micrograms (or millionths of a unit) an hour for each of the dose's unit, as the field says them. */
  const MICRO: Record<InfusionUnit, bigint> = {
    'mcg/kg/min': 60n,
    'mcg/kg/h': 1n,
    'mg/kg/h': 1000n,
    'units/kg/h': 1_000_000n,
  }
  const IN_ONE: Record<InfusionUnit, bigint> = {
    'mcg/kg/min': 1000n,
    'mcg/kg/h': 1000n,
    'mg/kg/h': 1000n,
    'units/kg/h': 1_000_000n,
  }

  it('rate, bag and dose are exact', () => {
    const cases = fc.tuple(decimal, decimal, decimal, unitOf, fc.boolean(), decimal, decimal)
    fc.assert(
      fc.property(cases, ([weight, dose, strength, unit, inPounds, volume, rate]) => {
        const infusion: Infusion = {
          weight: String(weight.value),
          units: inPounds ? 'lb' : 'kg',
          dose: dose.value,
          unit,
          concentration: strength.value,
        }
        // All in whole numbers of one size: cross-multiplied, never divided.
        const ten = (scale: number) => 10n ** BigInt(scale)
        const over = weight.digits * dose.digits * MICRO[unit] * ten(strength.scale) * (inPounds ? 1000n : 1n)
        const under =
          ten(weight.scale) * ten(dose.scale) * IN_ONE[unit] * strength.digits * (inPounds ? 2205n : 1n)
        const found = infusionRate(infusion)?.exact
        expect(found && found.over * under).toBe(found && found.under * over)

        const added = addedToBag(infusion, { volume: volume.value, rate: rate.value })
        if (added === null) throw new Error('Every number is above 0.')
        // ml of the drug: the undiluted rate for as many hours as the bag lasts.
        const drugOver = over * volume.digits * ten(rate.scale)
        const drugUnder = under * ten(volume.scale) * rate.digits
        const fits = drugOver * ten(volume.scale) < volume.digits * drugUnder
        expect(added !== 'too-full').toBe(fits)
        if (added === 'too-full') return
        expect(added.drug.exact.over * drugUnder).toBe(added.drug.exact.under * drugOver)
        // With the same ml taken out, what the bag gives in an hour is the undiluted drug's own rate.
        expect(Number(added.drug.text)).toBeGreaterThan(0)
      }),
      { numRuns: 10_000 },
    )
  })
})
