import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arithmetic, drugVolume, fluidVolume, largeWeight, readWeight, weightText } from './dose.ts'
import { numberText } from './number-input.ts'

const drug = (weight: string, units: 'kg' | 'lb', dosage: number, concentration: number) =>
  drugVolume({ weight, units, dosage, concentration })

/** A positive number with at most 3 decimals, as digits of thousandths. */
const thousandths = fc.integer({ min: 1, max: 100_000_000 })
const shown = (value: number) => numberText(value / 1000)

/** weight x dosage / concentration as one integer ratio, all three in thousandths; lb x 1000 / 2205. */
function exactRatio(weight: number, units: 'kg' | 'lb', dosage: number, concentration: number) {
  const over = BigInt(weight) * BigInt(dosage) * (units === 'lb' ? 1000n : 1n)
  const under = BigInt(concentration) * 1000n * (units === 'lb' ? 2205n : 1n)
  return { over, under }
}

/** What `spec 1 §9` asks of a printed volume, said of the number itself: the nearest step, of two the larger. */
function expectPrinted(text: string, { over, under }: { over: bigint; under: bigint }) {
  const below1 = over < under
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text === '<0.01' ? '0' : text)
  const fraction = match?.[2] ?? ''
  expect(match).not.toBeNull()
  expect(fraction.length).toBeLessThanOrEqual(below1 ? 2 : 1)
  const hundredths = BigInt(`${match?.[1]}${fraction.padEnd(2, '0')}`)
  const half = below1 ? 1n : 10n
  // Twice the error, in hundredths x under: at most one step, and not a whole step downwards.
  const error = 2n * (hundredths * under - over * 100n)
  expect(error <= half * under).toBe(true)
  expect(error > -half * under).toBe(true)
}

describe('the volume of a drug', () => {
  it.each([
    ['22', 'lb', 0.5, 10, '0.5'],
    ['2.9', 'kg', 0.1, 2, '0.15'],
    ['9.96', 'kg', 1, 10, '1'],
    ['9.94', 'kg', 1, 10, '0.99'],
    ['10', 'kg', 1, 10, '1'],
    ['10.4', 'kg', 1, 10, '1'],
    ['10.5', 'kg', 1, 10, '1.1'],
    ['2.205', 'lb', 1, 1, '1'],
    ['2.2049999', 'lb', 1, 1, '1'],
    ['30', 'kg', 5, 10, '15'],
    ['100000', 'kg', 100_000, 0.001, '10000000000000'],
    ['4.5', 'kg', 0.1, 10, '0.05'],
  ] as const)('%s %s x %d mg/kg / %d mg/ml = %s ml', (weight, units, dosage, concentration, text) => {
    const volume = drug(weight, units, dosage, concentration)
    expect(volume?.text).toBe(text)
    expect(volume?.value).toBe(Number(text))
  })

  it.each(['', 'x', '1e1', '1,5', '0', '-4', '100000.1', '0.'.padEnd(400, '0') + '1'])(
    'is none while the weight is %j',
    (weight) => {
      expect(drug(weight, 'kg', 1, 1)).toBeNull()
      expect(fluidVolume({ weight, units: 'kg', rate: 1 })).toBeNull()
    },
  )

  it.each([-1, 0, Number.NaN, Infinity])('is none for a dosage or concentration of %d', (value) => {
    expect(drug('10', 'kg', value, 1)).toBeNull()
    expect(drug('10', 'kg', 1, value)).toBeNull()
    expect(fluidVolume({ weight: '10', units: 'kg', rate: value })).toBeNull()
  })

  it('never prints 0: below 0.005 ml it is <0.01, too small to measure, with the exact volume', () => {
    expect(drug('2', 'kg', 0.001, 10)).toStrictEqual({
      value: 0,
      exact: 0.0002,
      text: '<0.01',
      flag: 'too-small',
    })
    expect(drug('4.999999', 'kg', 0.001, 1)?.flag).toBe('too-small')
    expect(drug('5', 'kg', 0.001, 1)).toStrictEqual({
      value: 0.01,
      exact: 0.005,
      text: '0.01',
      flag: 'rounding',
    })
  })

  it.each([
    ['0.006', '0.01', 'rounding'],
    ['0.011', '0.01', 'none'],
    ['0.0111', '0.01', 'none'],
    ['0.01112', '0.01', 'rounding'],
    ['0.045', '0.05', 'rounding'],
    ['0.04546', '0.05', 'none'],
    ['0.0454', '0.05', 'rounding'],
    ['0.05', '0.05', 'none'],
    ['1.05', '1.1', 'none'],
  ])('%s ml prints %s and is marked %s: the rounding error exceeds 10 % or not', (weight, text, flag) => {
    expect(drug(weight, 'kg', 1, 1)).toMatchObject({ text, flag, exact: Number(weight) })
  })

  it('is the exact ratio rounded once, half away from zero, for every weight, unit, dosage and concentration', () => {
    fc.assert(
      fc.property(
        thousandths,
        fc.constantFrom('kg' as const, 'lb' as const),
        thousandths,
        thousandths,
        (weight, units, dosage, concentration) => {
          const volume = drug(shown(weight), units, dosage / 1000, concentration / 1000)
          const exact = exactRatio(weight, units, dosage, concentration)
          expect(volume).not.toBeNull()
          if (volume === null) return
          expectPrinted(volume.text, exact)
          expect(volume.value).toBe(volume.text === '<0.01' ? 0 : Number(volume.text))
          const tooSmall = exact.over * 200n < exact.under
          expect(volume.flag === 'too-small').toBe(tooSmall)
          expect(volume.text === '<0.01').toBe(tooSmall)
          const real = Number(exact.over) / Number(exact.under)
          expect(Math.abs(volume.exact / real - 1)).toBeLessThan(1e-14)
          const off = Math.abs(volume.value - real) / real
          const onTheEdge = Math.abs(off - 0.1) < 1e-9
          expect(tooSmall || onTheEdge || (volume.flag === 'rounding') === off > 0.1).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('rounds exact ties up: every n.nn5 below 1 and n.n5 above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 10, max: 9_999 }), (small, large) => {
        const below = drug(shown(small * 10 - 5), 'kg', 1, 1)
        expect(below?.value).toBe(small / 100)
        const above = drug(shown(large * 100 + 50), 'kg', 1, 1)
        expect(above?.value).toBe((large + 1) / 10)
      }),
    )
  })
})

describe('the volume of a fluid', () => {
  it.each([
    ['22', 'lb', 5, '49.9'],
    ['4', 'kg', 3, '12'],
    ['0.1', 'kg', 0.4, '0.04'],
  ] as const)('%s %s x %d ml/kg = %s ml', (weight, units, rate, text) => {
    expect(fluidVolume({ weight, units, rate })?.text).toBe(text)
  })

  it('is that of a drug with a concentration of 1', () => {
    fc.assert(
      fc.property(
        thousandths,
        fc.constantFrom('kg' as const, 'lb' as const),
        thousandths,
        (weight, units, rate) => {
          const typed = { weight: shown(weight), units }
          expect(fluidVolume({ ...typed, rate: rate / 1000 })).toStrictEqual(
            drugVolume({ ...typed, dosage: rate / 1000, concentration: 1 }),
          )
        },
      ),
    )
  })
})

describe('a weight', () => {
  it.each([
    ['22', 'lb', '22 lb · 9.98 kg'],
    ['10', 'kg', '10 kg · 22.05 lb'],
    [' 04.50 ', 'kg', '4.5 kg · 9.92 lb'],
    ['0.001', 'lb', '0.001 lb · <0.01 kg'],
  ] as const)('%j %s is shown as %s', (weight, units, text) => {
    expect(weightText(weight, units)).toBe(text)
  })

  it('a guess says so, before the number and after it', () => {
    expect(weightText('20', 'kg', true)).toBe('about 20 kg · 44.1 lb (estimated)')
    expect(largeWeight('20', 'kg', true)).toBe('about 20 kg · 44.1 lb')
    expect([weightText('', 'kg', true), largeWeight('', 'kg', true)]).toEqual([null, null])
  })

  it.each(['', 'ten', '0', '100001'])('%j is not shown', (weight) => {
    expect(weightText(weight, 'kg')).toBeNull()
    expect(readWeight(weight)).toBeNull()
  })
})

describe('the arithmetic that is shown', () => {
  it.each([
    [
      { weight: '22', units: 'lb', dosage: 0.5, concentration: 10 },
      '22 lb / 2.205 x 0.5 mg/kg / 10 mg/ml = 0.5 ml',
    ],
    [
      { weight: '2.90', units: 'kg', dosage: 0.1, concentration: 2 },
      '2.9 kg x 0.1 mg/kg / 2 mg/ml = 0.15 ml',
    ],
    [{ weight: '22', units: 'lb', rate: 5 }, '22 lb / 2.205 x 5 ml/kg = 49.9 ml'],
    [
      { weight: '2', units: 'kg', dosage: 0.001, concentration: 10 },
      '2 kg x 0.001 mg/kg / 10 mg/ml = 0.0002 ml (shown as <0.01 ml)',
    ],
    [
      { weight: '1', units: 'lb', dosage: 0.013, concentration: 1 },
      '1 lb / 2.205 x 0.013 mg/kg / 1 mg/ml = 0.0059 ml (shown as 0.01 ml)',
    ],
    [{ weight: '', units: 'kg', rate: 5 }, ''],
  ] as const)('%j', (dose, text) => {
    expect(arithmetic(dose)).toBe(text)
  })
})
