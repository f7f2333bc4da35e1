import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Species } from '../records/fields.ts'
import { policies } from '../records/policies.ts'
import type { WeightUnit } from '../records/sheet.ts'
import { drugVolume, weightInKg } from './dose.ts'
import type { EarlierWeight } from './weight-guard.ts'
import { weightBands, weightGuard } from './weight-guard.ts'
import { weightStatement, weightQuestion } from './weight-words.ts'

const earlierOf = (weight: string, units: WeightUnit): EarlierWeight => {
  const kg = weightInKg({ weight, units })
  if (kg === null) throw new Error(`${weight} is no weight`)
  return { kg, day: '2026-03-01' }
}
function judged(weight: string, units: WeightUnit, species: Species, earlier?: EarlierWeight) {
  const guard = weightGuard({ weight, units, species, ...(earlier && { earlier }) })
  if (guard === null) throw new Error(`${weight} is no weight`)
  return {
    ...guard,
    kinds: guard.findings.map(({ kind }) => kind),
    words: weightQuestion(guard, species),
    said: weightStatement(guard, species),
  }
}

describe('[Q-14] the weight guard', () => {
  it.each([
    // The ends of each band belong to the better side.
    ['0.9', 'kg', 1, 'quiet'],
    ['0.89999', 'kg', 1, 'amber'],
    ['0.1', 'kg', 1, 'amber'],
    ['0.09999', 'kg', 1, 'red'],
    ['7', 'kg', 1, 'quiet'],
    ['7.00001', 'kg', 1, 'amber'],
    ['12', 'kg', 1, 'amber'],
    ['12.00001', 'kg', 1, 'red'],
    ['0.9', 'kg', 0, 'quiet'],
    ['0.89999', 'kg', 0, 'amber'],
    ['0.1', 'kg', 0, 'amber'],
    ['0.09999', 'kg', 0, 'red'],
    ['70', 'kg', 0, 'quiet'],
    ['70.00001', 'kg', 0, 'amber'],
    ['120', 'kg', 0, 'amber'],
    ['120.00001', 'kg', 0, 'red'],
    // 15.435 lb are exactly 7 kg, 264.6 lb exactly 120.
    ['15.435', 'lb', 1, 'quiet'],
    ['15.43501', 'lb', 1, 'amber'],
    ['264.6', 'lb', 0, 'amber'],
    ['264.60001', 'lb', 0, 'red'],
    ['120', 'lb', 0, 'quiet'],
  ] as const)('%s %s of species %i is %s', (weight, units, species, level) => {
    expect(judged(weight, units, species).level).toBe(level)
  })

  it.each([
    ['8.8', 'kg', 1, '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.'],
    ['25', 'kg', 1, '25 kg is 55.13 lb, too heavy for a cat.'],
    ['1.5', 'lb', 1, '1.5 lb is 0.68 kg, light for a cat. 1.5 kg would be 3.31 lb.'],
    ['0.05', 'kg', 0, '0.05 kg is 0.11 lb, too light for a dog.'],
    ['100', 'kg', 0, '100 kg is 220.5 lb, heavy for a dog. 100 lb would be 45.35 kg.'],
    ['200', 'lb', 0, '200 lb is 90.7 kg, heavy for a dog.'],
    ['4', 'kg', 1, ''],
  ] as const)('%s %s of species %i: %s', (weight, units, species, words) => {
    expect(judged(weight, units, species).words).toBe(words)
  })

  it('finds the cat that was weighed in pounds, and would get twice the volume', () => {
    const volume = (units: WeightUnit) =>
      drugVolume({ weight: '8.8', units, dosage: 0.02, concentration: 0.3 })?.text
    expect(judged('8.8', 'kg', 1)).toMatchObject({ level: 'amber', offer: ['8.8 lb', '3.99 kg'] })
    expect([volume('kg'), volume('lb')]).toEqual(['0.59', '0.27'])
  })

  it('asks for pounds and kilograms, or for the point, where the earlier weight looks like it', () => {
    const last = earlierOf('4.1', 'kg')
    expect(judged('9', 'kg', 1, last)).toMatchObject({
      level: 'amber',
      kinds: ['band', 'pounds'],
      offer: ['9 lb', '4.08 kg'],
      words:
        '9 kg is 19.85 lb, heavy for a cat. Last weighed 4.1 kg on 03/01. This is 2.2 times that: pounds or kilograms? 9 lb would be 4.08 kg.',
    })
    expect(judged('9', 'kg', 1, { ...last, estimated: true }).words).toContain(
      'Last estimated at 4.1 kg on 03/01. This is 2.2 times that',
    )
    expect(judged('9', 'kg', 1, { ...last, by_name: true }).words).toContain(
      'Last weighed 4.1 kg on 03/01 (same name, no ID). This is 2.2 times that',
    )
    expect(judged('4.6', 'kg', 1, last)).toMatchObject({ level: 'quiet', kinds: [], words: '' })
    expect(judged('22', 'kg', 0, earlierOf('10', 'kg')).words).toBe(
      'Last weighed 10 kg on 03/01. This is 2.2 times that: pounds or kilograms? 22 lb would be 9.98 kg.',
    )
    expect(judged('4.1', 'kg', 0, earlierOf('41', 'kg')).words).toBe(
      'Last weighed 41 kg on 03/01. This is 10\u00a0% of that: a point in another place?',
    )
    expect(judged('16', 'kg', 0, earlierOf('22.05', 'lb')).words).toBe(
      'Last weighed 10 kg on 03/01. This is 1.6 times that. 16 lb would be 7.26 kg.',
    )
  })

  it.each([
    [
      '22',
      'lb',
      earlierOf('42', 'lb'),
      'Last weighed 42 lb on 03/01. This is 52.4\u00a0% of that. 22 kg would be 48.51 lb.',
    ],
    [
      '22',
      'lb',
      earlierOf('19', 'kg'),
      'Last weighed 41.9 lb on 03/01. This is 52.5\u00a0% of that. 22 kg would be 48.51 lb.',
    ],
    ['10', 'kg', earlierOf('42', 'lb'), 'Last weighed 19.05 kg on 03/01. This is 52.5\u00a0% of that.'],
    // What was typed comes back to its last decimal: nothing is rounded on the way.
    ['31', 'lb', earlierOf('20.37', 'lb'), 'Last weighed 20.37 lb on 03/01. This is 1.52 times that.'],
  ] as const)('says the earlier weight in the unit of the sheet: %s %s', (weight, units, earlier, words) => {
    expect(judged(weight, units, 0, earlier).words).toBe(words)
    expect(judged(weight, units, 0, earlier).said).toBe(words)
  })

  it('states on paper what it asks on screen', () => {
    const saidOf = (...weighed: Parameters<typeof judged>) => judged(...weighed).said
    expect(saidOf('8.8', 'kg', 1)).toBe(judged('8.8', 'kg', 1).words)
    expect(saidOf('9', 'kg', 1, earlierOf('4.1', 'kg'))).toBe(
      '9 kg is 19.85 lb, heavy for a cat. Last weighed 4.1 kg on 03/01. This is 2.2 times that, as if pounds and kilograms were exchanged. 9 lb would be 4.08 kg.',
    )
    expect(saidOf('4.1', 'kg', 0, earlierOf('41', 'kg'))).toBe(
      'Last weighed 41 kg on 03/01. This is 10\u00a0% of that, as if the point were in another place.',
    )
    expect(saidOf('16', 'lb', 0, earlierOf('22.05', 'lb'))).toBe(
      judged('16', 'lb', 0, earlierOf('22.05', 'lb')).words,
    )
    expect(saidOf('4', 'kg', 1)).toBe('')
  })

  it.each([
    ['14.9999', []],
    ['15', ['earlier']],
    ['19.9999', ['earlier']],
    ['20', ['pounds']],
    ['24.5', ['pounds']],
    ['24.5001', ['earlier']],
    ['6.6667', []],
    ['6.6666', ['earlier']],
    ['5', ['pounds']],
    ['5.0001', ['earlier']],
    ['4.0817', ['pounds']],
    ['4.0816', ['earlier']],
    ['1.25', ['point']],
    ['1.2501', ['earlier']],
  ])('after 10 kg, %s kg: %j', (weight, kinds) => {
    expect(judged(weight, 'kg', 0, earlierOf('10', 'kg')).kinds).toEqual(kinds)
  })

  it('offers the other unit only where all of it would be quiet, and never where this one is', () => {
    // 9 lb are a cat's ordinary weight, but not of one that last had 6.5 kg.
    expect(judged('9', 'kg', 1, earlierOf('6.5', 'kg'))).toMatchObject({ kinds: ['band'], offer: null })
    expect(judged('5', 'kg', 1).offer).toBeNull()
  })

  it('takes its bands from the clinic', () => {
    const band = { quiet: [2, 5], amber: [1, 6] } as const
    const levelOf = (weight: string) => weightGuard({ weight, units: 'kg', species: 1 }, [band, band])?.level
    expect(['0.9', '1', '2', '5', '6', '6.1'].map(levelOf)).toEqual([
      'red',
      'amber',
      'quiet',
      'quiet',
      'amber',
      'red',
    ])
  })

  it.each(['', 'x', '0', '-1', '100001'])('says nothing while the weight is %j', (weight) => {
    expect(weightGuard({ weight, units: 'kg', species: 0 })).toBeNull()
  })
})

/** A weight as a whole number on one scale for both units: millionths of a kg / 2205. Nothing is divided. */
function onOneScale(typed: string, units: WeightUnit): bigint {
  const [whole = '', decimals = ''] = typed.split('.')
  return BigInt(whole + decimals.padEnd(6, '0')) * (units === 'lb' ? 1000n : 2205n)
}
const BORDERS = [
  ['0.1', '0.9', '70', '120'],
  ['0.1', '0.9', '7', '12'],
] as const

function expected(weight: bigint, species: Species, earlier: bigint | null): string[] {
  const [low = 0n, from = 0n, to = 0n, high = 0n] = BORDERS[species].map((kg) => onOneScale(kg, 'kg'))
  const said: string[] = []
  if (weight < low || weight > high) said.push('band red')
  else if (weight < from || weight > to) said.push('band amber')
  if (earlier === null) return said
  const [more, less] = weight > earlier ? [weight, earlier] : [earlier, weight]
  if (more * 100n >= less * 200n && more * 100n <= less * 245n) said.push('pounds amber')
  else if (more * 10n >= less * 80n && more * 10n <= less * 125n) said.push('point amber')
  else if (more * 10n >= less * 15n) said.push('earlier amber')
  return said
}

/** Weights with up to 6 decimals, many of them on a border or a millionth beside it. */
const millionths = (from: number, to: number) =>
  fc.integer({ min: from * 1_000_000, max: to * 1_000_000 }).map((digits) => (digits / 1_000_000).toFixed(6))
const besides = (border: number) =>
  fc.constantFrom(-0.000001, 0, 0.000001).map((step) => (border + step).toFixed(6))
const aWeight = fc.oneof(
  millionths(0.01, 15),
  millionths(15, 300),
  fc.constantFrom(0.1, 0.9, 7, 12, 70, 120, 0.2205, 1.9845, 15.435, 26.46, 154.35, 264.6).chain(besides),
)
const units = fc.constantFrom('kg' as const, 'lb' as const)
/** An earlier weight, and one that lies at a border of their ratio. */
const pairs = fc
  .tuple(
    fc.integer({ min: 1, max: 4000 }),
    fc.constantFrom(1.5, 2, 2.205, 2.45, 8, 12.5, 1 / 1.5, 0.5, 1 / 2.45, 1 / 8, 0.08, 1),
  )
  .chain(([hundredths, ratio]) =>
    // 2.94 divides by each of the borders.
    besides(hundredths * 0.0294 * ratio).map((weight) => ({
      weight,
      earlier: (hundredths * 0.0294).toFixed(6),
    })),
  )
const anyPair = fc.oneof(fc.record({ weight: aWeight, earlier: fc.option(aWeight) }), pairs)

it('[Q-14] agrees with whole numbers on one scale, in 10,000 cases with ties', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      anyPair,
      units,
      units,
      fc.constantFrom(0 as const, 1 as const),
      (pair, now, then, species) => {
        const { weight, earlier } = pair
        if (Number(weight) === 0) return
        const guard = judged(weight, now, species, earlier === null ? undefined : earlierOf(earlier, then))
        const known = earlier === null ? null : onOneScale(earlier, then)
        const expectedOf = (unit: WeightUnit) => expected(onOneScale(weight, unit), species, known)
        const found = guard.findings.map(({ kind, level }) => `${kind} ${level}`)
        expect(found).toEqual(expectedOf(now))
        const other = now === 'kg' ? 'lb' : 'kg'
        expect(guard.offer !== null).toBe(found.length > 0 && expectedOf(other).length === 0)
        const worst = found.some((each) => each.endsWith('red')) ? 'red' : 'amber'
        expect(guard.level).toBe(found.length === 0 ? 'quiet' : worst)
        for (const each of [...found, ...(guard.offer ? ['offer'] : [])])
          seen.set(each, (seen.get(each) ?? 0) + 1)
      },
    ),
    { numRuns: 10_000 },
  )
  for (const kind of ['band red', 'band amber', 'pounds amber', 'point amber', 'earlier amber', 'offer'])
    expect([kind, (seen.get(kind) ?? 0) > 300]).toEqual([kind, true])
})

describe('where the clinic says what is usual', () => {
  const bands = weightBands({ dog_heaviest: 90, cat_lightest: 0.3 })
  const level = (species: 0 | 1, weight: string) =>
    weightGuard({ species, weight, units: 'kg' }, bands)?.level

  it('what it left open stays as it is elsewhere', () => {
    expect(bands[0].quiet).toEqual([0.9, 90])
    expect(bands[1].quiet).toEqual([0.3, 7])
  })

  it('its weights are quiet, and only those beside them are pointed out', () => {
    expect([level(0, '90'), level(0, '90.1'), level(0, '121')]).toEqual(['quiet', 'amber', 'red'])
    expect([level(1, '0.3'), level(1, '0.29'), level(1, '0.09')]).toEqual(['quiet', 'amber', 'red'])
  })

  it('what is usual is never almost certainly wrong', () => {
    const huge = weightBands({ dog_heaviest: 150 })
    expect(weightGuard({ species: 0, weight: '150', units: 'kg' }, huge)?.level).toBe('quiet')
    expect(weightGuard({ species: 0, weight: '151', units: 'kg' }, huge)?.level).toBe('red')
  })

  it('settings in the wrong order are refused, also against what is usual elsewhere', () => {
    const fault = (said: object) => policies.content.safeParse(said).error?.issues.map(({ path }) => path[0])
    expect(fault({ dog_lightest: 5, dog_heaviest: 60 })).toBeUndefined()
    expect(fault({ dog_lightest: 60, dog_heaviest: 60 })).toEqual(['dog_heaviest'])
    expect(fault({ cat_lightest: 8 })).toEqual(['cat_heaviest'])
    expect(fault({ cat_heaviest: 0.5 })).toEqual(['cat_heaviest'])
    expect(fault({ dog_heaviest: 0 })).toEqual(['dog_heaviest'])
  })
})
