import { describe, expect, it } from 'vitest'
import type { AmountUnit } from '../records/amount-unit.ts'
import type { DoseLimits } from '../records/drug.ts'
import type { WeightUnit } from '../records/sheet.ts'
import { drugVolume, weightInKg } from './dose.ts'
import type { GivenDosage } from './dose-findings.ts'
import { doseGuard } from './dose-guard.ts'
import { doseWords } from './dose-words.ts'
import { strengthsIn } from './strengths.ts'

interface Case {
  name?: string
  dosage: number | readonly [GivenDosage, GivenDosage]
  usual?: number
  limits?: DoseLimits | null
  concentration?: number | null
  amount_unit?: AmountUnit
  weight?: readonly [string, WeightUnit]
  strengths?: readonly number[]
}
/** Limits that nothing lies outside of, for the rules that are about something else. */
const WIDE: DoseLimits = { min: 0.0001, max: 99_999 }

function judged({ name = 'ketamine', dosage, usual, weight, concentration = 10, ...rest }: Case) {
  const kg = weight === undefined ? null : weightInKg({ weight: weight[0], units: weight[1] })
  const given = typeof dosage === 'number' ? ([{ dosage, usual }] as const) : dosage
  const guard = doseGuard({ given, concentration, kg, ...rest })
  return {
    level: guard.level,
    kinds: guard.findings.map(({ kind, level }) => `${kind} ${level}`),
    words: guard.findings.map((finding) => doseWords(finding, { name, ...rest })),
  }
}
const kindsOf = (of: Case) => judged(of).kinds

describe('[Q-15] the dose guard', () => {
  it('says that hydromorphone 1 mg/kg is ten times the usual, and 6.67 times the highest', () => {
    const typed = {
      dosage: 1,
      usual: 0.1,
      limits: { min: 0.05, max: 0.15 },
      concentration: 2,
      weight: ['4', 'kg'],
    } as const
    expect(judged(typed)).toEqual({
      level: 'red',
      kinds: ['ten-times red', 'over red'],
      words: [
        'Ten times the usual 0.1 mg/kg. Is the point in the right place?',
        '6.67 times the highest, 0.15 mg/kg.',
      ],
    })
    const volume = (dosage: number) =>
      drugVolume({ weight: '4', units: 'kg', dosage, concentration: 2 })?.text
    expect([volume(1), volume(0.1)]).toEqual(['2', '0.2'])
    expect(kindsOf({ ...typed, dosage: 0.1 })).toEqual([])
  })

  it('says that ketamine 50 mg/kg is ten times the usual', () => {
    const typed = {
      dosage: 50,
      usual: 5,
      limits: { min: 3, max: 10 },
      concentration: 100,
      weight: ['20', 'kg'],
    } as const
    expect(kindsOf(typed)).toEqual(['ten-times red', 'over red'])
    expect(kindsOf({ ...typed, dosage: 5 })).toEqual([])
    const volume = (dosage: number) =>
      drugVolume({ weight: '20', units: 'kg', dosage, concentration: 100 })?.text
    expect([volume(50), volume(5)]).toEqual(['10', '1'])
  })

  it('offers what the cap is in ml, in kg and in lb', () => {
    const acepromazine = { dosage: 0.05, usual: 0.05, limits: { min: 0.01, max: 0.05, cap_mg: 3 } }
    expect(judged({ ...acepromazine, weight: ['70', 'kg'] })).toEqual({
      level: 'red',
      kinds: ['cap red'],
      words: ['Above the cap of 3 mg: 3 mg is 0.3 ml.'],
    })
    expect(kindsOf({ ...acepromazine, weight: ['120', 'lb'] })).toEqual([])
    // Exactly 3 mg.
    expect(kindsOf({ ...acepromazine, weight: ['60', 'kg'] })).toEqual([])
    expect(kindsOf({ ...acepromazine, weight: ['132.3', 'lb'] })).toEqual([])
    expect(kindsOf({ ...acepromazine, weight: ['132.301', 'lb'] })).toEqual(['cap red'])
    expect(kindsOf(acepromazine)).toEqual([])
    // Never more than the cap, where the volume of a dose would be rounded up.
    const [said] = judged({ ...acepromazine, concentration: 11, weight: ['70', 'kg'] }).words
    expect(said).toBe('Above the cap of 3 mg: 3 mg is 0.27 ml.')
    const [up] = judged({ ...acepromazine, concentration: 1.6, weight: ['70', 'kg'] }).words
    expect(up).toBe('Above the cap of 3 mg: 3 mg is 1.8 ml.')
  })

  it('takes a cap in mg for no other unit', () => {
    const of = { dosage: 1, limits: { ...WIDE, cap_mg: 3 }, weight: ['70', 'kg'] } as const
    expect(kindsOf({ ...of, amount_unit: 'units' })).toEqual([])
    expect(kindsOf(of)).toEqual(['cap red'])
  })

  it('says 3 times the highest of morphine 1.5, and not ten times the usual', () => {
    expect(judged({ dosage: 1.5, usual: 0.2, limits: { min: 0.1, max: 0.5 } })).toEqual({
      level: 'red',
      kinds: ['over red'],
      words: ['3 times the highest, 0.5 mg/kg.'],
    })
  })

  it('says nothing of butorphanol at its highest', () => {
    expect(judged({ dosage: 0.4, usual: 0.2, limits: { min: 0.1, max: 0.4 } }).level).toBe('quiet')
  })

  it('says that hydromorphone 0.01 mg/kg is a tenth of the usual', () => {
    expect(judged({ dosage: 0.01, usual: 0.1, limits: { min: 0.05, max: 0.15 } })).toEqual({
      level: 'red',
      kinds: ['tenth red', 'under red'],
      words: [
        'A tenth of the usual 0.1 mg/kg. Is the point in the right place?',
        '20\u00a0% of the lowest, 0.05 mg/kg.',
      ],
    })
  })

  it('says why a drug is never given to the species, and whatever else is wrong', () => {
    const limits = { ...WIDE, never: ' Methemoglobinemia ' }
    expect(judged({ dosage: 1, limits })).toMatchObject({
      level: 'red',
      words: ['Never for this species: Methemoglobinemia.'],
    })
    expect(kindsOf({ dosage: 10, usual: 1, limits: { max: 3, never: 'MDR1' } })).toEqual([
      'never red',
      'ten-times red',
      'over red',
      'no-limits quiet',
    ])
    expect(kindsOf({ dosage: 1, limits: { ...WIDE, never: ' ' } })).toEqual([])
  })

  it.each([
    // Limits 3 to 10.
    [3, []],
    [10, []],
    [2.999, ['under amber']],
    [10.001, ['over amber']],
    [29.999, ['over amber']],
    [30, ['over red']],
    [1.001, ['under amber']],
    [1, ['under red']],
    [20, ['lb-kg amber', 'over amber']],
    [24.5, ['lb-kg amber', 'over amber']],
    [24.501, ['over amber']],
  ])('limits 3 to 10, dosage %d: %j', (dosage, kinds) => {
    expect(kindsOf({ dosage, limits: { min: 3, max: 10 } })).toEqual(kinds)
  })

  it.each([
    [7.999, []],
    [8, ['ten-times red']],
    [12.5, ['ten-times red']],
    [12.501, []],
    [0.125, ['tenth red']],
    [0.1251, []],
    [0.08, ['tenth red']],
    [0.0799, []],
  ])('usual 1, inside its limits, dosage %d: %j', (dosage, kinds) => {
    expect(kindsOf({ dosage, usual: 1, limits: WIDE })).toEqual(kinds)
  })

  it.each([
    [7.999, []],
    [8, ['ten-times red']],
    [12.501, ['ten-times red']],
    [100, ['ten-times red']],
    [1000, ['ten-times red']],
    [0.1251, []],
    [0.125, ['tenth red']],
    [0.0799, ['tenth red']],
    [0.001, ['tenth red']],
  ])('usual 1, no limits, dosage %d: %j', (dosage, kinds) => {
    expect(kindsOf({ dosage, usual: 1 })).toEqual([...kinds, 'no-limits quiet'])
    // The limit of the other side says nothing about it, that of its own side decides.
    const [other, own] = dosage > 1 ? [{ min: 0.0001 }, { max: 99_999 }] : [{ max: 99_999 }, { min: 0.0001 }]
    expect(kindsOf({ dosage, usual: 1, limits: other })).toEqual([...kinds, 'no-limits quiet'])
    const isSlip = kinds.length > 0 && dosage <= 12.5 && dosage >= 0.08
    expect(kindsOf({ dosage, usual: 1, limits: own })).toEqual([...(isSlip ? kinds : []), 'no-limits quiet'])
  })

  it.each([
    [1.999, []],
    [2, ['lb-kg amber']],
    [2.45, ['lb-kg amber']],
    [2.451, []],
    [0.5, ['lb-kg amber']],
    [0.501, []],
  ])('usual 1, no limits, dosage %d: %j', (dosage, kinds) => {
    expect(kindsOf({ dosage, usual: 1 })).toEqual([...kinds, 'no-limits quiet'])
    expect(kindsOf({ dosage, usual: 1, limits: WIDE })).toEqual([])
  })

  it('asks for mg per lb where the limit on that side is missing', () => {
    const [up, down] = [
      { dosage: 2.2, usual: 1 },
      { dosage: 0.45, usual: 1 },
    ]
    expect(kindsOf({ ...up, limits: { min: 0.1 } })).toEqual(['lb-kg amber', 'no-limits quiet'])
    expect(kindsOf({ ...up, limits: { max: 3 } })).toEqual(['no-limits quiet'])
    expect(kindsOf({ ...down, limits: { max: 3 } })).toEqual(['lb-kg amber', 'no-limits quiet'])
    expect(kindsOf({ ...down, limits: { min: 0.1 } })).toEqual(['no-limits quiet'])
  })

  it.each([
    ['20', 'kg', []],
    ['20.0001', 'kg', ['syringe amber']],
    ['0.03', 'kg', []],
    ['0.02999', 'kg', ['syringe amber']],
    // 44.1 lb are exactly 20 kg.
    ['44.1', 'lb', []],
    ['44.1001', 'lb', ['syringe amber']],
  ] as const)('as many ml in one line as %s %s: %j', (weight, units, kinds) => {
    expect(kindsOf({ dosage: 10, limits: WIDE, concentration: 10, weight: [weight, units] })).toEqual(kinds)
  })

  it('judges no volume without a weight or a concentration', () => {
    expect(kindsOf({ dosage: 1000, limits: WIDE })).toEqual([])
    expect(kindsOf({ dosage: 1000, limits: WIDE, concentration: null, weight: ['70', 'kg'] })).toEqual([])
  })

  it('says which limits nobody recorded, and never that a dose is right', () => {
    const said = (limits: DoseLimits | null) => judged({ dosage: 1, limits }).words
    expect(said(null)).toEqual(['No limits recorded.'])
    expect(said({ cap_mg: 3 })).toEqual(['No limits recorded.'])
    expect(said({ min: 1 })).toEqual(['No highest dosage recorded.'])
    expect(said({ max: 1 })).toEqual(['No lowest dosage recorded.'])
  })

  it('holds the low dosage of an emergency drug against the lowest, the high one against the highest', () => {
    const of = (low: number, high: number, usual: readonly [number, number] = [0.02, 0.04]) =>
      judged({
        dosage: [
          { dosage: low, usual: usual[0] },
          { dosage: high, usual: usual[1] },
        ],
        limits: { min: 0.01, max: 0.05 },
      }).kinds
    expect(of(0.02, 0.04)).toEqual([])
    expect(of(0.009, 0.06, [0.015, 0.04])).toEqual(['over amber', 'under amber'])
    expect(of(0.02, 0.4)).toEqual(['ten-times red', 'over red'])
    expect(of(0.002, 0.04)).toEqual(['tenth red', 'under red'])
    expect(of(0.04, 0.02)).toEqual(['low-above-high amber'])
    // Typed the wrong way round, each end still meets both limits.
    expect(of(0.15, 0.02)).toEqual(['over red', 'low-above-high amber'])
    // Each kind once.
    expect(of(0.2, 0.4)).toEqual(['ten-times red', 'over red'])
  })

  it('holds an emergency drug without limits against the library, low against low and high against high', () => {
    const of = (low: number, high: number) =>
      judged({
        dosage: [
          { dosage: low, usual: 0.01 },
          { dosage: high, usual: 0.1 },
        ],
      }).words
    expect(of(0.01, 0.1)).toEqual(['No limits recorded.'])
    const point = 'Is the point in the right place?'
    expect(of(0.01, 10)).toEqual([`100 times the usual 0.1 mg/kg. ${point}`, 'No limits recorded.'])
    expect(of(0.00001, 0.1)).toEqual([
      `A thousandth of the usual 0.01 mg/kg. ${point}`,
      'No limits recorded.',
    ])
  })

  it('names another strength of the library, with both volumes', () => {
    const drug = { species: [1 as const], amount_unit: undefined }
    const strengths = strengthsIn(
      [
        { ...drug, name: ' Hydromorphone', concentration: 2 },
        { ...drug, name: 'HYDROMORPHONE', concentration: 10 },
        { ...drug, name: 'Hydromorphone', concentration: 50, species: [0] },
        { ...drug, name: 'Hydromorphone', concentration: 7, amount_unit: 'units' },
        { ...drug, name: 'Hydromorphone HP', concentration: 20 },
      ],
      1,
    )
    const name = 'hydromorphone'
    const of = { name, dosage: 0.1, limits: WIDE, concentration: 2, strengths: strengths({ name }) } as const
    expect(judged({ ...of, weight: ['20', 'kg'] })).toEqual({
      level: 'amber',
      kinds: ['strength amber'],
      words: ['Your library also has hydromorphone 10 mg/ml: 0.2 ml, not 1 ml.'],
    })
    expect(judged(of).words).toEqual(['Your library also has hydromorphone 10 mg/ml.'])
    expect(strengths({ name: 'morphine' })).toEqual([])
    expect(kindsOf({ ...of, strengths: [2] })).toEqual([])
    const ends = [{ dosage: 0.1 }, { dosage: 0.2 }] as const
    expect(judged({ ...of, dosage: ends, strengths: [1, 10], weight: ['20', 'kg'] }).words).toEqual([
      'Your library also has hydromorphone 1 mg/ml: 2 to 4 ml, or 10 mg/ml: 0.2 to 0.4 ml, not 1 to 2 ml.',
    ])
  })

  it.each([
    [{ dosage: 1.6, limits: { min: 0.1, max: 0.5 } }, ['3.2 times the highest, 0.5 mg/kg.']],
    [{ dosage: 0.501, limits: { min: 0.1, max: 0.5 } }, ['Just above the highest, 0.5 mg/kg.']],
    [{ dosage: 0.09999, limits: { min: 0.1, max: 0.5 } }, ['Just below the lowest, 0.1 mg/kg.']],
    [{ dosage: 0.0001, limits: { min: 1, max: 5 } }, ['Less than 0.1\u00a0% of the lowest, 1 mg/kg.']],
    [
      { dosage: 12, usual: 1, limits: WIDE },
      ['12 times the usual 1 mg/kg. Is the point in the right place?'],
    ],
    [
      { dosage: 0.01, usual: 1 },
      ['A hundredth of the usual 1 mg/kg. Is the point in the right place?', 'No limits recorded.'],
    ],
    [
      { dosage: 0.125, usual: 1, limits: WIDE },
      ['12.5\u00a0% of the usual 1 mg/kg. Is the point in the right place?'],
    ],
    [
      { dosage: 1.764, usual: 0.8, limits: { min: 0.4, max: 1 }, amount_unit: 'units' },
      ['2.21 times the usual 0.8 units/kg. Is it units per lb?', '1.76 times the highest, 1 units/kg.'],
    ],
    [
      { dosage: 2, limits: { min: 0.5, max: 1 }, amount_unit: 'mEq' },
      ['2 times the highest, 1 mEq/kg. Is it mEq per lb?', '2 times the highest, 1 mEq/kg.'],
    ],
    [
      { dosage: [{ dosage: 2 }, { dosage: 1 }], limits: WIDE },
      ['The low dosage is greater than the high dosage.'],
    ],
    [{ dosage: 10, limits: WIDE, weight: ['21', 'kg'] }, ['More than 20 ml: more than one syringe.']],
    [
      { dosage: 0.1, limits: WIDE, weight: ['2.9', 'kg'] },
      ['So little is hard to draw up exactly. Dilute it?'],
    ],
  ] satisfies [Case, string[]][])('%j: %j', (of, words) => {
    expect(judged(of).words).toEqual(words)
  })
})
