import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Reversal } from '../records/reversal.ts'
import type { Route, Species } from '../records/fields.ts'
import { numberText } from './number-input.ts'
import { reversalRows, type GivenDrug, type ReversalAgent } from './reversals.ts'
import { isMixture, namedAs } from './reversible-drugs.ts'

const row = (
  name: string,
  species: Species,
  rule: Reversal['rule'],
  value: number,
  more: { route?: Route; note?: string } = {},
): Reversal => ({ name, species, rule, value, route: 'IM', ...more })
const agent = (
  name: string,
  concentration: number,
  reverses: Reversal[],
  more: Partial<Omit<ReversalAgent, 'reverses'>> = {},
): ReversalAgent & { reverses: Reversal[] } => ({
  name,
  concentration,
  species: [0, 1],
  reverses,
  ...more,
})
const both = (name: string, rule: Reversal['rule'], dogs: number, cats: number, route: Route = 'IV') => [
  row(name, 0, rule, dogs, { route }),
  row(name, 1, rule, cats, { route }),
]

const atipamezole = agent('Atipamezole', 5, [
  ...both('Dexmedetomidine', 'times_mass', 10, 5, 'IM'),
  ...both('Medetomidine', 'times_mass', 5, 2.5, 'IM'),
])
const naloxone = agent('Naloxone', 0.4, [
  ...both('Hydromorphone', 'mg_per_kg', 0.04, 0.04),
  ...both('Buprenorphine', 'mg_per_kg', 0.04, 0.04),
])
const flumazenil = agent('Flumazenil', 0.1, both('Midazolam', 'mg_per_kg', 0.01, 0.01))
const LIBRARY: readonly ReversalAgent[] = [naloxone, flumazenil, atipamezole]

const dex = (dosage: number, more: Partial<GivenDrug> = {}) => ({
  name: 'Dexmedetomidine',
  dosage,
  concentration: 0.5,
  ...more,
})
const kg = (weight: string) => ({ weight, units: 'kg' as const })
const rowsFor = (
  given: readonly GivenDrug[],
  weight: string,
  species: Species = 0,
  library: readonly ReversalAgent[] = LIBRARY,
) => reversalRows(given, kg(weight), species, library)?.rows
const named = (...names: string[]): GivenDrug[] =>
  names.map((name) => ({ name, dosage: 0.1, concentration: 1 }))

describe('[Q-16] the worked numbers', () => {
  test.each<[drug: string, dosage: number, species: Species, weight: string, mg: string, ml: string]>([
    ['Dexmedetomidine', 0.005, 0, '20', '1 mg', '0.2'],
    ['Dexmedetomidine', 0.01, 1, '4', '0.2 mg', '0.04'],
    ['Medetomidine', 0.01, 0, '20', '1 mg', '0.2'],
    ['Medetomidine', 0.015, 1, '4', '0.15 mg', '0.03'],
    ['Hydromorphone', 0.1, 0, '20', '0.8 mg', '2'],
    ['Hydromorphone', 0.1, 1, '4', '0.16 mg', '0.4'],
    ['Midazolam', 0.2, 0, '20', '0.2 mg', '2'],
  ])('%s at %d mg/kg, species %d of %s kg: %s, %s ml', (name, dosage, species, weight, mg, ml) => {
    expect(rowsFor([{ name, dosage, concentration: 1 }], weight, species)).toMatchObject([
      { kind: 'dose', drug: name, amount: { text: mg }, volume: { text: ml, flag: 'none' } },
    ])
  })

  it('say all that stands in the library beside them', () => {
    const source = agent(
      ' Atipamezole ',
      5,
      [row('dexmedetomidine', 0, 'times_mass', 10, { note: 'IV only in arrest' })],
      {
        _id: 'a',
        reference: 'Label',
      },
    )
    expect(rowsFor([dex(0.005)], '12.4', 0, [source])).toEqual([
      {
        kind: 'dose',
        drug: 'Dexmedetomidine',
        agent: { id: 'a', name: 'Atipamezole', concentration: 5, reference: 'Label' },
        route: 'IM',
        rule: 'times_mass',
        value: 10,
        note: 'IV only in arrest',
        amount: { exact: expect.objectContaining({}) as object, text: '0.62 mg' },
        volume: { value: 0.12, exact: 0.124, text: '0.12', flag: 'none' },
        arithmetic: '12.4 kg x 0.005 mg/kg x 10 / 5 mg/ml = 0.12 ml',
      },
    ])
  })

  it('are of the exact weight in kg', () => {
    const lb = reversalRows([dex(0.005)], { weight: '22', units: 'lb' }, 0, LIBRARY)
    expect(lb?.rows).toMatchObject([
      {
        amount: { text: '0.499 mg' },
        volume: { text: '0.1' },
        arithmetic: '22 lb / 2.205 x 0.005 mg/kg x 10 / 5 mg/ml = 0.1 ml',
      },
    ])
    const small = reversalRows(named('Midazolam'), kg('0.3'), 1, [agent('F', 2, flumazenil.reverses)])
    expect(small?.rows).toMatchObject([
      {
        amount: { text: '0.003 mg' },
        volume: { text: '<0.01', flag: 'too-small' },
        arithmetic: '0.3 kg x 0.01 mg/kg / 2 mg/ml = 0.0015 ml (shown as <0.01 ml)',
      },
    ])
  })

  it('round a tie away from zero, and a volume that is below 1 before it is rounded', () => {
    const one = (value: number) => [agent('A', 1, both('Morphine', 'mg_per_kg', value, value))]
    const text = (weight: string, value: number) => rowsFor(named('Morphine'), weight, 0, one(value))
    expect(text('2.9', 0.05)).toMatchObject([{ volume: { text: '0.15' } }])
    expect(text('9.96', 0.1)).toMatchObject([{ volume: { text: '1' } }])
    expect(text('10.5', 0.1)).toMatchObject([{ volume: { text: '1.1' } }])
    expect(text('12345', 1)).toMatchObject([{ amount: { text: '12345 mg' } }])
    expect(text('99.95', 1)).toMatchObject([{ amount: { text: '100 mg' } }])
  })

  it.each(['', '0', '-1', 'x', '1,5', '100001'])('are none while the weight is %j', (weight) => {
    expect(rowsFor([dex(0.005)], weight)).toBeUndefined()
  })
})

describe('[Q-16] a reversal by mass', () => {
  it('adds what the sheet gives of one drug, however its name is written', () => {
    const twice = [
      dex(0.005),
      ...named('Midazolam'),
      dex(0.002, { name: ' DEXMEDETOMIDINE 0.1 mg/ml', concentration: 0.1 }),
    ]
    expect(rowsFor(twice, '10')).toMatchObject([
      {
        drug: 'Dexmedetomidine + DEXMEDETOMIDINE 0.1 mg/ml',
        amount: { text: '0.7 mg' },
        volume: { text: '0.14' },
        arithmetic: '10 kg x (0.005 + 0.002) mg/kg x 10 / 5 mg/ml = 0.14 ml',
      },
      { drug: 'Midazolam' },
    ])
    expect(rowsFor([dex(0.005), dex(0.005, { name: 'DEXMEDETOMIDINE ' })], '10')).toMatchObject([
      { drug: 'Dexmedetomidine', amount: { text: '1 mg' } },
    ])
  })

  it('does not depend on the volume: another strength, the same mg', () => {
    expect(rowsFor([dex(0.005, { concentration: 0.1 })], '10')).toEqual(rowsFor([dex(0.005)], '10'))
  })

  it.each<[why: string, given: GivenDrug[]]>([
    ['in units', [dex(0.005, { amount_unit: 'units' })]],
    ['in mEq', [dex(0.005, { amount_unit: 'mEq' })]],
    ['half of it in units', [dex(0.005), dex(0.005, { amount_unit: 'units' })]],
    ['in a unit of a later release', [dex(0.005, { amount_unit: 'mcg' as 'mg' })]],
    ['without a dosage', [{ name: 'Dexmedetomidine', concentration: 0.5 }]],
    ['with a dosage that is not used', [dex(-1)]],
  ])('has no number for a drug %s', (_, given) => {
    expect(rowsFor(given, '10')).toEqual([{ kind: 'not-recorded', drug: 'Dexmedetomidine' }])
  })

  it('has none either where its agent is not measured in mg', () => {
    const units = { ...atipamezole, amount_unit: 'units' as const }
    expect(rowsFor([dex(0.005)], '10', 0, [units])).toEqual([
      { kind: 'not-recorded', drug: 'Dexmedetomidine' },
    ])
  })

  it('nor for a mixture, even of exactly that name', () => {
    const library = [agent('A', 5, [row('TTDex', 0, 'times_mass', 5), row('Dex/ket', 0, 'times_mass', 5)])]
    expect(rowsFor(named('TTDex', 'Dex/ket'), '10', 0, library)).toMatchObject([
      { kind: 'not-recorded', drug: 'TTDex' },
      { kind: 'not-recorded', drug: 'Dex/ket' },
    ])
  })
})

describe('[Q-16] a reversal by weight', () => {
  it('is in the unit of its agent', () => {
    const library = [agent('A', 20, [row('Morphine', 0, 'mg_per_kg', 0.8)], { amount_unit: 'units' })]
    expect(rowsFor(named('Morphine'), '20', 0, library)).toMatchObject([
      {
        agent: { amount_unit: 'units' },
        amount: { text: '16 units' },
        arithmetic: '20 kg x 0.8 units/kg / 20 units/ml = 0.8 ml',
      },
    ])
  })

  it('needs no dosage of what it reverses', () => {
    expect(rowsFor([{ name: 'Hydromorphone' }], '20')).toMatchObject([
      { kind: 'dose', amount: { text: '0.8 mg' } },
    ])
  })
})

describe('[Q-16] what is given by weight is given once', () => {
  const opioids = (more: Reversal[] = []) => [
    agent('Naloxone', 0.4, [
      ...both('Methadone', 'mg_per_kg', 0.04, 0.04),
      ...both('Fentanyl', 'mg_per_kg', 0.04, 0.04),
      ...both('Buprenorphine', 'mg_per_kg', 0.04, 0.04),
      ...more,
    ]),
  ]

  it('for two drugs that it reverses alike', () => {
    const given = [...named('Methadone'), dex(0.005), ...named('Fentanyl', ' methadone 10 mg/ml')]
    expect(rowsFor(given, '20', 0, [...opioids(), atipamezole])).toMatchObject([
      {
        drug: 'Methadone + Fentanyl + methadone 10 mg/ml',
        amount: { text: '0.8 mg' },
        volume: { text: '2' },
        arithmetic: '20 kg x 0.04 mg/kg / 0.4 mg/ml = 2 ml',
      },
      { drug: 'Dexmedetomidine' },
    ])
  })

  it('with the remark beside the drug of which it is true', () => {
    const [one, ...others] = rowsFor(named('Methadone', 'Buprenorphine'), '20', 0, opioids()) ?? []
    expect(one).toMatchObject({ drug: 'Methadone + Buprenorphine (partly)' })
    expect(one).not.toHaveProperty('remark')
    expect(others).toEqual([])
    const alike = named('Buprenorphine', 'Buprenorphine (high concentration)')
    expect(rowsFor(alike, '20', 0, opioids())).toMatchObject([
      { drug: 'Buprenorphine + Buprenorphine (high concentration)', remark: 'partly' },
    ])
  })

  it('but not where the library says another dose, route or note, nor for two masses', () => {
    for (const other of [{ value: 0.02 }, { route: 'IM' as const }, { note: 'Slowly' }]) {
      const morphine = { ...row('Morphine', 0, 'mg_per_kg', 0.04, { route: 'IV' }), ...other }
      expect(rowsFor(named('Methadone', 'Morphine'), '20', 0, opioids([morphine]))).toHaveLength(2)
    }
    const two = [...named('Medetomidine'), dex(0.005)]
    expect(rowsFor(two, '20')).toMatchObject([{ drug: 'Medetomidine' }, { drug: 'Dexmedetomidine' }])
  })
})

describe('[Q-16] which rows there are', () => {
  it('each library drug that reverses it has one, the weaker first, and the sheet’s order counts', () => {
    const strong = agent('Atipamezole', 10, atipamezole.reverses)
    const given = [...named('Hydromorphone'), dex(0.005)]
    expect(rowsFor(given, '10', 0, [strong, ...LIBRARY])).toMatchObject([
      { drug: 'Hydromorphone' },
      { drug: 'Dexmedetomidine', agent: { concentration: 5 }, volume: { text: '0.1' } },
      { drug: 'Dexmedetomidine', agent: { concentration: 10 }, volume: { text: '0.05' } },
    ])
  })

  it('two library drugs that say the same make one, and two that do not make two', () => {
    const rescue = { ...atipamezole, name: 'atipamezole ', _id: 'rescue' }
    expect(rowsFor([dex(0.005)], '10', 0, [atipamezole, rescue])).toHaveLength(1)
    const other = agent('Atipamezole', 5, [row('Dexmedetomidine', 0, 'times_mass', 5)])
    expect(rowsFor([dex(0.005)], '10', 0, [atipamezole, other])).toHaveLength(2)
  })

  it('a species has its own row, and no other’s', () => {
    const dogs = agent('Atipamezole', 5, [row('Dexmedetomidine', 0, 'times_mass', 10)])
    expect(rowsFor([dex(0.01)], '4', 1, [dogs])).toEqual([{ kind: 'not-recorded', drug: 'Dexmedetomidine' }])
    const onlyDogs = { ...atipamezole, species: [0] }
    expect(rowsFor([dex(0.01)], '4', 1, [onlyDogs])).toEqual([
      { kind: 'not-recorded', drug: 'Dexmedetomidine' },
    ])
  })

  test.each([
    ...(
      'Dexmedetomidine Medetomidine Xylazine Detomidine Romifidine Morphine Hydromorphone Methadone Fentanyl ' +
      'Butorphanol Oxymorphone Meperidine Remifentanil Nalbuphine Midazolam Diazepam Dexdomitor TTDex DKT'
    ).split(' '),
    ' XYLAZINE 100 mg/ml ',
    'Ketamine/Midazolam',
  ])('%s without data has no number', (name) => {
    expect(rowsFor(named(name), '10', 0, [])).toEqual([{ kind: 'not-recorded', drug: name.trim() }])
  })

  test.each([
    'Ketamine',
    'Propofol',
    'Alfaxalone',
    'Acepromazine',
    'Etomidate',
    'Thiopental',
    'ketamine HCl 100 mg/ml',
  ])('%s has no reversal', (name) => {
    expect(rowsFor(named(name), '10')).toEqual([{ kind: 'no-reversal', drug: name }])
  })

  test.each([
    'Meloxicam',
    'Cefazolin',
    'Atropine',
    'Lidocaine 2%',
    'Atipamezole',
    'Naloxone',
    'Maropitant',
    'constructor',
  ])('%s makes no row', (name) => {
    expect(rowsFor(named(name), '10')).toEqual([])
  })

  it('what nobody can reverse is reversed where the library says so', () => {
    const library = [agent('Sugammadex', 100, [row('Rocuronium', 0, 'mg_per_kg', 2)])]
    expect(rowsFor(named('Rocuronium'), '10', 0, library)).toMatchObject([
      { kind: 'dose', drug: 'Rocuronium' },
    ])
  })

  it('a drug that is twice on the sheet is said once', () => {
    expect(rowsFor(named('Ketamine', 'Xylazine', 'ketamine ', 'Xylazine 20 mg/ml'), '10')).toEqual([
      { kind: 'no-reversal', drug: 'Ketamine' },
      { kind: 'not-recorded', drug: 'Xylazine' },
    ])
  })

  it('buprenorphine is reversed partly, with data and without', () => {
    const given = named('Buprenorphine (high concentration)')
    expect(rowsFor(given, '4', 1)).toMatchObject([
      { kind: 'dose', remark: 'partly', volume: { text: '0.4' } },
    ])
    expect(rowsFor(given, '4', 1, [])).toMatchObject([{ kind: 'not-recorded', remark: 'partly' }])
  })

  test.each([
    'Tiletamine-Zolazepam',
    'Telazol',
    'Zoletil 100',
    'tiletamine + zolazepam',
    'Telazol (tiletamine/zolazepam)',
  ])('of %s the zolazepam only', (name) => {
    expect(rowsFor(named(name), '10')).toEqual([
      { kind: 'not-recorded', drug: name, remark: 'zolazepam only' },
    ])
    for (const reversed of ['Zolazepam', 'Tiletamine-Zolazepam', name]) {
      const library = [agent('Flumazenil', 0.1, [row(reversed, 0, 'mg_per_kg', 0.01)])]
      expect(rowsFor(named(name), '10', 0, library)).toMatchObject([
        { kind: 'dose', drug: name, remark: 'zolazepam only', volume: { text: '1' } },
      ])
      const byMass = [agent('Flumazenil', 0.1, [row(reversed, 0, 'times_mass', 1)])]
      expect(rowsFor(named(name), '10', 0, byMass)).toMatchObject([{ kind: 'not-recorded' }])
    }
  })

  it.each<[names: string[], unopposed: boolean]>([
    [['Ketamine', 'Dexmedetomidine'], true],
    [['Tiletamine-Zolazepam'], true],
    [['Telazol'], true],
    [['TTDex'], true],
    [['Ketaset 100 mg/ml'], true],
    [['Propofol', 'Midazolam'], false],
    [[], false],
  ])('%j: unopposed is %j', (names, unopposed) => {
    expect(reversalRows(named(...names), kg('10'), 0, LIBRARY)?.unopposed).toBe(unopposed)
  })
})

describe('[Q-16] a drug is the one that a reversal names', () => {
  test.each([
    ['Buprenorphine', ' buprenorphine ', 'same'],
    ['Buprenorphine  HCl', 'Buprenorphine HCl', 'same'],
    ['Buprenorphine (high concentration)', 'Buprenorphine', 'begins'],
    ['Butorphanol 10 mg/ml', 'Butorphanol', 'begins'],
    ['Butorphanol tartrate inj. 10mg', 'butorphanol', 'begins'],
    ['Dexmedetomidine (Dexdomitor®) 0.5 mg/mL', 'Dexmedetomidine', 'begins'],
    ['Dexdomitor 0.1', 'Dexdomitor', 'begins'],
    ['Hydromorphone, 2 mg per ml, for dogs and cats IM/IV', 'Hydromorphone', 'begins'],
    ['Dexmedetomidine (diluted with saline)', 'Dexmedetomidine', 'begins'],
    ['Morphine 15', 'Morphine 1', null],
    ['Morphine 1.5 mg/ml', 'Morphine 1', null],
    ['Dexmedetomidine', 'Medetomidine', null],
    ['Medetomidine', 'Dexmedetomidine', null],
    ['Hydromorphone', 'Morphine', null],
    ['Remifentanil', 'Fentanyl', null],
    ['Medetomidine-vatinoxan', 'Medetomidine', null],
    ['Dexmedetomidine/Butorphanol', 'Dexmedetomidine', null],
    ['Dexmedetomidine-Ketamine', 'Dexmedetomidine', null],
    ['Dexmedetomidine (with ketamine)', 'Dexmedetomidine', null],
    ['Dexmedetomidine Torb', 'Dexmedetomidine', null],
    ['Dexmedetomidine mix', 'Dexmedetomidine', null],
    ['Dexmedetomidine + ?', 'Dexmedetomidine', null],
    ['Dexmedetomidine (50/50)', 'Dexmedetomidine', null],
    ['Dexmedetomidine 1:1', 'Dexmedetomidine', null],
    ['Dexdomitor', 'Dexmedetomidine', null],
    ['TTDex', 'Dexmedetomidine', null],
    ['TTDex', 'TTDex', 'same'],
    ['Fentanyl patch', 'Fentanyl', null],
    ['Tiletamine-Zolazepam', 'Zolazepam', 'part'],
    ['Tiletamine-Zolazepam', 'Tiletamine', null],
    ['Tiletamine-Zolazepam-Dexmedetomidine', 'Zolazepam', null],
  ])('%s as %s: %j', (given, reversed, how) => {
    expect(namedAs(given, reversed)).toBe(how)
  })

  test.each([
    ['Dexmedetomidine', false],
    ['Dexmedetomidine 0.5 mg/ml IM/IV, dogs and cats', false],
    ['Buprenorphine SR-LAB', false],
    ['Dexmedetomidine (diluted with saline)', false],
    ['Meloxicam', false],
    ['Tiletamine-Zolazepam', true],
    ['DKB', true],
    ['Dex/ket', true],
    ['Medetomidine and vatinoxan', true],
    ['Dexmedetomidine mix', true],
  ])('%s is a mixture: %j', (name, is) => {
    expect(isMixture(name)).toBe(is)
  })

  it('the row that says it most exactly counts', () => {
    const library = [
      agent('Naloxone', 1, [
        row('Buprenorphine', 1, 'mg_per_kg', 0.04),
        row('Buprenorphine (high concentration)', 1, 'mg_per_kg', 0.1),
      ]),
    ]
    const given = named('Buprenorphine (high concentration)', 'Buprenorphine')
    expect(rowsFor(given, '10', 1, library)).toMatchObject([{ value: 0.1 }, { value: 0.04 }])
    expect(
      rowsFor(
        given,
        '10',
        1,
        library.map((each) => ({ ...each, reverses: each.reverses.toReversed() })),
      ),
    ).toMatchObject([{ value: 0.1 }, { value: 0.04 }])
  })
})

/** In thousandths. */
const thousandths = fc.integer({ min: 1, max: 999_999 })
const real = (digits: number) => digits / 1000

const ALONE = { units: 'kg' as const, species: 0 as const, rule: 'mg_per_kg' as const, dosages: [1] }
/** Whatever chance brings: 0.125 ml lies between two steps, and 0.00001 ml is below the smallest. */
const TIE = { ...ALONE, weight: 10_000, values: [125, 125] as [number, number], concentration: 10_000 }
const SMALL = { ...ALONE, weight: 1_000, values: [1, 1] as [number, number], concentration: 100_000 }

test('[Q-16] amounts and volumes are those of whole numbers, in 10,000 cases', () => {
  let [ties, small] = [0, 0]
  fc.assert(
    fc.property(
      fc.record({
        weight: thousandths,
        units: fc.constantFrom('kg' as const, 'lb' as const),
        species: fc.constantFrom(0 as const, 1 as const),
        rule: fc.constantFrom('times_mass' as const, 'mg_per_kg' as const),
        values: fc.tuple(thousandths, thousandths),
        dosages: fc.array(thousandths, { minLength: 1, maxLength: 3 }),
        concentration: fc.oneof(thousandths, fc.constantFrom(1000, 5000, 10, 100_000, 400)),
      }),
      ({ weight, units, species, rule, values, dosages, concentration }) => {
        const library = [
          agent('Antidote', real(concentration), [
            row('Xylazine', 1, rule, real(values[1])),
            row('Xylazine', 0, rule, real(values[0])),
          ]),
        ]
        const given = dosages.map((dosage) => ({ name: 'Xylazine', dosage: real(dosage), concentration: 20 }))
        const said = reversalRows(given, { weight: numberText(real(weight)), units }, species, library)
        const [dose, ...others] = said?.rows ?? []
        expect(others).toEqual([])
        if (dose?.kind !== 'dose') throw new Error('no dose')
        // All in thousandths of thousandths of thousandths: mg x 10^9 x 2205 = grams x dosage x value x (lb: 1000, kg: 2205).
        const total = dosages.reduce((sum, each) => sum + BigInt(each), 0n)
        const perKg = BigInt(values[species]) * (rule === 'times_mass' ? total : 1000n)
        const mg = BigInt(weight) * (units === 'lb' ? 1000n : 2205n) * perKg
        const MG = 10n ** 9n * 2205n
        expect(dose.amount.exact.over * MG).toBe(mg * dose.amount.exact.under)
        // ml = mg / concentration; the printed one is the nearest step, and of two the larger.
        const [over, under] = [mg * 1000n, MG * BigInt(concentration)]
        const step = over < under ? 1n : 10n
        if (dose.volume.text === '<0.01') {
          small += 1
          expect(over * 200n < under).toBe(true)
          return
        }
        const [whole = '', decimals = ''] = dose.volume.text.split('.')
        const hundredths = BigInt(whole + decimals.padEnd(2, '0'))
        expect(hundredths % step).toBe(0n)
        const error = 2n * (hundredths * under - over * 100n)
        if (error === step * under) ties += 1
        expect(error <= step * under && error > -step * under).toBe(true)
        // The mg that are read are within half of the third digit.
        const read = Number.parseFloat(dose.amount.text)
        expect(Math.abs(read / (Number(mg) / Number(MG)) - 1)).toBeLessThan(0.00501)
      },
    ),
    { numRuns: 10_000, examples: [[TIE], [SMALL]] },
  )
  expect(ties).toBeGreaterThan(0)
  expect(small).toBeGreaterThan(0)
})

test('[Q-16] whatever is on the sheet, no number is said for a drug that the library does not name', () => {
  const word = fc.constantFrom(
    ...'Dexmedetomidine Medetomidine Ketamine Butorphanol Buprenorphine TTDex Telazol Xylazine'.split(' '),
    ...'Carprofen mix + / HCl and - vatinoxan'.split(' '),
    '10 mg/ml',
    '(high concentration)',
  )
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 4 }),
      fc.constantFrom(0 as const, 1 as const),
      (names, species) => {
        const rows = rowsFor(named(...names), '10', species) ?? []
        for (const each of rows) {
          if (each.kind !== 'dose') continue
          // Each name in the row begins with exactly one of the named drugs, and holds no second one.
          for (const one of each.drug.split(/ \+ (?=[A-Z])/)) {
            expect(one).toMatch(/^(Dexmedetomidine|Medetomidine|Buprenorphine)\b/)
            expect(
              one
                .match(
                  /medetomidine|ketamine|butorphanol|ttdex|telazol|xylazine|carprofen|mix|vatinoxan|buprenorphine/gi,
                )
                ?.filter((found, at, all) => all.indexOf(found) === at),
            ).toHaveLength(1)
          }
        }
        // Nothing that can be reversed goes unsaid.
        const all = rows
          .map(({ drug }) => drug)
          .join('\n')
          .toLowerCase()
        for (const each of names.flatMap(
          (one) => one.toLowerCase().match(/xylazine|butorphanol|dexmedetomidine/g) ?? [],
        ))
          expect(all).toContain(each)
      },
    ),
    { numRuns: 2000 },
  )
})
