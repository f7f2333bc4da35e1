import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AMOUNT_UNITS, type AmountUnit } from '../records/amount-unit.ts'
import type { WeightUnit } from '../records/sheet.ts'
import { weightInKg } from './dose.ts'
import { doseGuard } from './dose-guard.ts'
import type { Fraction } from './fraction.ts'

/** A number with at most 4 decimals, as ten-thousandths. */
type Tenthousandths = number
const S = 10_000n
interface Case {
  /** Exact, over and under. */
  given: { dosage: Fraction; usual: Tenthousandths | null }[]
  min: Tenthousandths | null
  max: Tenthousandths | null
  cap: Tenthousandths | null
  concentration: Tenthousandths
  weight: Tenthousandths
  units: WeightUnit
  amount_unit: AmountUnit
  strengths: Tenthousandths[]
}

/**
 * The rules of Q-15 said again, on whole numbers alone: all dosages on one scale, S x q, so that nothing is divided and no ratio
 * is ever made. `kilos` are 2205 x S of the weight in kg.
 */
function expectedOf(of: Case): Set<string> {
  const q = of.given.reduce((product, { dosage }) => product * dosage.under, 1n)
  const whole = (number: Tenthousandths) => BigInt(number) * q
  const scaled = ({ over, under }: Fraction) => (over * S * q) / under
  const ends = of.given.map(({ dosage }) => scaled(dosage))
  const low = ends.reduce((a, b) => (a < b ? a : b))
  const high = ends.reduce((a, b) => (a > b ? a : b))
  const min = of.min === null ? null : whole(of.min)
  const max = of.max === null ? null : whole(of.max)
  const kilos = BigInt(of.weight) * (of.units === 'lb' ? 1000n : 2205n)
  const said = new Set<string>()

  if (max !== null && high > max) said.add(high >= 3n * max ? 'over red' : 'over amber')
  if (min !== null && low < min) said.add(3n * low <= min ? 'under red' : 'under amber')
  of.given.forEach(({ usual }, at) => {
    const d = ends[at] ?? 0n
    const outside = (max !== null && d > max) || (min !== null && d < min)
    if (max !== null && d >= 2n * max && 20n * d <= 49n * max) said.add('lb-kg amber')
    if (usual === null) return
    const u = whole(usual)
    if (d >= 8n * u && (max === null || 2n * d <= 25n * u)) said.add('ten-times red')
    if (8n * d <= u && (min === null || 25n * d >= 2n * u)) said.add('tenth red')
    if ((outside || max === null) && d >= 2n * u && 20n * d <= 49n * u) said.add('lb-kg amber')
    if ((outside || min === null) && 2n * d <= u && 49n * d >= 20n * u) said.add('lb-kg amber')
  })
  if (ends.length === 2 && (ends[0] ?? 0n) > (ends[1] ?? 0n)) said.add('low-above-high amber')
  if (of.cap !== null && of.amount_unit === 'mg' && kilos * high > BigInt(of.cap) * q * S * 2205n)
    said.add('cap red')
  // ml = kilos x d / (2205 x S x q x concentration)
  const strength = BigInt(of.concentration) * 2205n * S * q
  if (kilos * high > 20n * strength || 100n * kilos * low < 3n * strength) said.add('syringe amber')
  if (of.strengths.some((other) => other !== of.concentration)) said.add('strength amber')
  if (min === null || max === null) said.add('no-limits quiet')
  return said
}

const number = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom(1, 10, 100, 1000, 10_000))
  .map(([digits, scale]) => digits * scale)
const maybe = (numbers: fc.Arbitrary<number>) => fc.option(numbers, { freq: 5 })

/** Factors at which a rule begins or ends, as over and under. */
const BORDERS: readonly [bigint, bigint][] = [
  [1n, 1n],
  [3n, 1n],
  [1n, 3n],
  [8n, 1n],
  [25n, 2n],
  [1n, 8n],
  [2n, 25n],
  [2n, 1n],
  [49n, 20n],
  [1n, 2n],
  [20n, 49n],
  [10n, 1n],
  [1n, 10n],
  [100n, 1n],
  [1n, 100n],
]
const BILLION = 1_000_000_000n
const step = fc.constantFrom(BILLION, BILLION, BILLION - 1n, BILLION + 1n)

/** A dosage on a border of one of the numbers, or a billionth of it beside; or any other. */
function dosageOf(of: Omit<Case, 'given'>, usual: number | null): fc.Arbitrary<Fraction> {
  const kg: Fraction = {
    over: BigInt(of.weight) * (of.units === 'lb' ? 1000n : 2205n),
    under: S * 2205n,
  }
  const perKg = ({ over, under }: Fraction): Fraction => ({ over: over * kg.under, under: under * kg.over })
  const strength = BigInt(of.concentration)
  const known = [usual, of.min, of.max].flatMap((each) => (each === null ? [] : [BigInt(each)]))
  const plain = number.map((digits): Fraction => ({ over: BigInt(digits), under: S }))
  const near = (exact: Fraction) =>
    step.map((factor): Fraction => ({ over: exact.over * factor, under: exact.under * BILLION }))
  const volumes = [
    { over: 20n * strength, under: S },
    { over: 3n * strength, under: 100n * S },
    ...(of.cap === null ? [] : [{ over: BigInt(of.cap), under: S }]),
  ].map(perKg)
  const ofVolume = fc.constantFrom(...volumes).chain(near)
  if (known.length === 0) return fc.oneof(plain, ofVolume)
  const ofNumber = fc
    .tuple(fc.constantFrom(...known), fc.constantFrom(...BORDERS))
    .chain(([each, [over, under]]) => near({ over: each * over, under: S * under }))
  return fc.oneof(
    { weight: 1, arbitrary: plain },
    { weight: 4, arbitrary: ofNumber },
    { weight: 2, arbitrary: ofVolume },
  )
}

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    min: maybe(number),
    max: maybe(number),
    cap: maybe(number),
    concentration: number,
    weight: fc.integer({ min: 1, max: 1_000_000 }),
    units: fc.constantFrom('kg' as const, 'lb' as const),
    amount_unit: fc.constantFrom('mg' as const, ...AMOUNT_UNITS),
    strengths: fc.array(number, { maxLength: 2 }),
    ends: fc.constantFrom(1, 1, 2),
    usuals: fc.tuple(maybe(number), maybe(number)),
  })
  // Limits in order, as the form has them; a usual dosage between them, more often than not.
  .chain(({ ends, usuals, min, max, ...rest }) => {
    const [least, most] = min !== null && max !== null && min > max ? [max, min] : [min, max]
    const of = { ...rest, min: least, max: most }
    const given = usuals
      .slice(0, ends)
      .map((usual) =>
        fc
          .oneof(fc.constant(usual), fc.constant(least ?? usual), fc.constant(most ?? usual))
          .chain((around) => dosageOf(of, around).map((dosage) => ({ dosage, usual: around }))),
      )
    return fc.tuple(...given).map((all): Case => ({ ...of, given: all }))
  })

const real = (digits: number) => digits / Number(S)

it('[Q-15] agrees with the rules on whole numbers, in 10,000 cases with ties', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(anyCase, (of) => {
      const [first, second] = of.given.map(({ dosage, usual }) => ({
        dosage,
        usual: usual === null ? undefined : real(usual),
      }))
      if (first === undefined) throw new Error('a dose has a dosage')
      const { level, findings } = doseGuard({
        given: second === undefined ? [first] : [first, second],
        concentration: real(of.concentration),
        amount_unit: of.amount_unit,
        limits: {
          ...(of.min !== null && { min: real(of.min) }),
          ...(of.max !== null && { max: real(of.max) }),
          ...(of.cap !== null && { cap_mg: real(of.cap) }),
        },
        kg: weightInKg({ weight: String(real(of.weight)), units: of.units }),
        strengths: of.strengths.map(real),
      })
      const found = findings.map((finding) => `${finding.kind} ${finding.level}`)
      expect(new Set(found)).toEqual(expectedOf(of))
      expect(new Set(findings.map(({ kind }) => kind)).size).toBe(found.length)
      const order = findings.map((finding) => ['red', 'amber', 'quiet'].indexOf(finding.level))
      expect(order).toEqual([...order].sort((a, b) => a - b))
      expect(level).toBe(findings[0]?.level ?? 'quiet')
      for (const each of found) seen.set(each, (seen.get(each) ?? 0) + 1)
    }),
    { numRuns: 10_000 },
  )
  const rare = [...seen].filter(([, count]) => count < 300)
  expect([seen.size, rare]).toEqual([12, []])
})
