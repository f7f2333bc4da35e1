import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INFUSION_UNIT_NAMES, type InfusionLimits, type InfusionUnit } from '../records/infusion-limits.ts'
import { infusionGuard, infusionWords, type InfusionToGuard } from './infusion-guard.ts'

const FENTANYL: InfusionLimits = { min_per_hour: 0.002, max_per_hour: 0.01, shown_in: 'mcg/kg/h' }
const LIDOCAINE: InfusionLimits = { min_per_hour: 1.5, max_per_hour: 4.8, shown_in: 'mcg/kg/min' }

const said = (given: InfusionToGuard) =>
  infusionGuard(given).map((finding) =>
    finding.kind === 'no-limits'
      ? `quiet no ${finding.lacks}`
      : `${finding.level} ${infusionWords(finding, given)}`,
  )

describe('[Q-15] the dose of an infusion', () => {
  it.each<[dose: number, unit: InfusionUnit, InfusionLimits | undefined, string[]]>([
    [5, 'mcg/kg/h', FENTANYL, []],
    [2, 'mcg/kg/h', FENTANYL, []],
    [10, 'mcg/kg/h', FENTANYL, []],
    [
      5,
      'mcg/kg/min',
      FENTANYL,
      ['red 30 times the highest, 10 mcg/kg/h. Is it 5 mcg/kg/h, not 5 mcg/kg/min?'],
    ],
    [5, 'mg/kg/h', FENTANYL, ['red 500 times the highest, 10 mcg/kg/h. Is it 5 mcg/kg/h, not 5 mg/kg/h?']],
    [15, 'mcg/kg/h', FENTANYL, ['amber 1.5 times the highest, 10 mcg/kg/h.']],
    [29.9, 'mcg/kg/h', FENTANYL, ['amber 2.99 times the highest, 10 mcg/kg/h.']],
    [30, 'mcg/kg/h', FENTANYL, ['red 3 times the highest, 10 mcg/kg/h.']],
    [
      22,
      'mcg/kg/h',
      FENTANYL,
      [
        'amber 2.2 times the highest, 10 mcg/kg/h. Is it 22 mcg/lb/h?',
        'amber 2.2 times the highest, 10 mcg/kg/h.',
      ],
    ],
    [1, 'mcg/kg/h', FENTANYL, ['amber 50\u00a0% of the lowest, 2 mcg/kg/h.']],
    [
      30,
      'mcg/kg/h',
      LIDOCAINE,
      ['red 2\u00a0% of the lowest, 25 mcg/kg/min. Is it 30 mcg/kg/min, not 30 mcg/kg/h?'],
    ],
    [30, 'mcg/kg/min', LIDOCAINE, []],
    [1.8, 'mg/kg/h', LIDOCAINE, []],
    [80.001, 'mcg/kg/min', LIDOCAINE, ['amber Just above the highest, 80 mcg/kg/min.']],
    [30, 'mcg/kg/min', undefined, ['quiet no both']],
    [
      90,
      'mcg/kg/min',
      { max_per_hour: 4.8, shown_in: 'mcg/kg/min' },
      ['amber 1.13 times the highest, 80 mcg/kg/min.', 'quiet no lowest'],
    ],
    // mg say nothing of units.
    [30, 'units/kg/h', LIDOCAINE, ['quiet no both']],
  ])('%d %s against %j', (dose, unit, limits, words) => {
    expect(said({ dose, unit, limits })).toEqual(words)
  })
})

/** Millionths of a mg, or of a unit, an hour. */
const MICRO = {
  'mcg/kg/min': 60n * 1000n,
  'mcg/kg/h': 1000n,
  'mg/kg/h': 1_000_000n,
  'units/kg/h': 1_000_000n,
}

it('[Q-15] agrees with the rules on whole numbers, in 10,000 cases with ties', () => {
  const unitOf = fc.constantFrom<InfusionUnit>(...INFUSION_UNIT_NAMES)
  const base = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 60 }))
  const ends = fc.tuple(
    base,
    fc.option(fc.constant(true), { freq: 6 }),
    fc.option(fc.constant(true), { freq: 6 }),
  )
  /** The dose in thousandths: on a border of a limit as often as anywhere. */
  const factor = fc.constantFrom<[number, number]>(
    [1, 1],
    [3, 1],
    [1, 3],
    [2, 1],
    [49, 20],
    [60, 1],
    [1, 60],
    [1000, 1],
    [1, 1000],
  )
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      ends,
      unitOf,
      unitOf,
      factor,
      fc.boolean(),
      fc.integer({ min: -1, max: 1 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      ([[low, width], hasMin, hasMax], shownIn, unit, [over, under], ofHigh, beside, free) => {
        // In thousandths of the unit that they are shown in.
        const [min, max] = [low * 1000, low * width * 1000]
        const tied = Math.round(((ofHigh ? max : min) * over) / under) + beside
        const dose = tied > 0 ? tied : free
        const perHour = (thousandths: number) => Number(BigInt(thousandths) * MICRO[shownIn]) / 1e9
        const limits: InfusionLimits = {
          ...(hasMin && { min_per_hour: perHour(min) }),
          ...(hasMax && { max_per_hour: perHour(max) }),
          shown_in: shownIn,
        }
        const isSame = shownIn.startsWith('units') === unit.startsWith('units')
        const [least, most] = [BigInt(min) * MICRO[shownIn], BigInt(max) * MICRO[shownIn]]
        const given = BigInt(dose) * MICRO[unit]
        const expected: string[] = []
        const [knowsMin, knowsMax] = [isSame && hasMin === true, isSame && hasMax === true]
        const others = INFUSION_UNIT_NAMES.filter((one) => {
          const read = BigInt(dose) * MICRO[one]
          const counts = one !== unit && one.startsWith('units') === unit.startsWith('units')
          return counts && knowsMin && knowsMax && read >= least && read <= most
        }).join()
        if (knowsMax && given >= 2n * most && 20n * given <= 49n * most) expected.push('lb-kg amber')
        if (knowsMax && given > most) expected.push(`over ${given >= 3n * most ? 'red' : 'amber'} ${others}`)
        if (knowsMin && given < least)
          expected.push(`under ${3n * given <= least ? 'red' : 'amber'} ${others}`)
        if (!knowsMin || !knowsMax) expected.push('no-limits quiet')
        const found = infusionGuard({ dose: dose / 1000, unit, limits }).map((finding) =>
          'meant' in finding
            ? `${finding.kind} ${finding.level} ${finding.meant.join()}`
            : `${finding.kind} ${finding.level}`,
        )
        expect(found).toEqual(expected)
        for (const each of found) {
          const [kind = '', level = '', meant = ''] = each.split(' ')
          const name = `${kind} ${level}${meant === '' ? '' : ' asked'}`
          seen.set(name, (seen.get(name) ?? 0) + 1)
        }
      },
    ),
    { numRuns: 10_000 },
  )
  const rare = [...seen].filter(([, count]) => count < 50)
  expect([[...seen.keys()].sort(), rare]).toEqual([
    [
      'lb-kg amber',
      'no-limits quiet',
      'over amber',
      'over amber asked',
      'over red',
      'over red asked',
      'under amber',
      'under amber asked',
      'under red',
      'under red asked',
    ],
    [],
  ])
})
