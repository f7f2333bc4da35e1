import { randomUUID } from 'node:crypto'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import { dosageFields, type DrugContent } from 'sync-protocol/records/drug'
import type { Collection } from 'sync-protocol/records/envelope'
import { EMERGENCY_SECTION, type Species } from 'sync-protocol/records/fields'
import { weightInKg } from 'sync-protocol/rules/dose'
import { doseGuard } from 'sync-protocol/rules/dose-guard'
import { positiveFraction, times } from 'sync-protocol/rules/fraction'
import { strengthsIn } from 'sync-protocol/rules/strengths'
import { describe, expect, test } from 'vitest'
import { demonstrationFacts } from './demonstration-facts.ts'
import { demonstrationMutations } from './demonstration-mutations.ts'

const mutations = demonstrationMutations(demonstrationFacts(), randomUUID, '2026-11-20T10:00:00.000Z', 999)
const created = mutations.flatMap(({ ops }) => ops.flatMap((op) => (op.op === 'create' ? [op] : [])))
const all = <C>(collection: Collection) =>
  created.filter((op) => op.collection === collection).map(({ content }) => content as C)
const drugs = all<DrugContent>('drugs')
const protocols = all<AnesthesiaProtocolContent>('anesthesia_protocols')
const SPECIES = [0, 1] as const
const strengths = [strengthsIn(drugs, 0), strengthsIn(drugs, 1)] as const

/** One drug for one species. */
interface Pair {
  drug: DrugContent
  species: Species
}
const pairs = drugs.flatMap((drug) => drug.species.map((species): Pair => ({ drug, species })))
const isEmergency = ({ drug }: Pair) => drug.section_key === EMERGENCY_SECTION
/** 31 drugs, two of them for one species only, and 12 emergency drugs, one for dogs only. */
const ordinary = pairs.filter((pair) => !isEmergency(pair))
const emergency = pairs.filter(isEmergency)

/** The level of the library's own dosages times a factor, or divided by it, while there is no weight. */
function levelOf({ drug, species }: Pair, factor: number, divided = false) {
  const scaled = (usual: number) => {
    const [exact, by] = [positiveFraction(usual), positiveFraction(factor)]
    if (exact === null || by === null) throw new Error(`${drug.name} has no dosage`)
    return { dosage: times(exact, divided ? { over: by.under, under: by.over } : by), usual }
  }
  const [low, high] = dosageFields(drug.section_key).map((field) => scaled(drug[field][species]))
  if (low === undefined) throw new Error(`${drug.name} has no dosage`)
  return doseGuard({
    given: high === undefined ? [low] : [low, high],
    concentration: drug.concentration,
    limits: drug.limits?.[species],
    kg: null,
    strengths: strengths[species](drug),
  }).level
}

const SLIPS = {
  'own dosage': [1],
  'x 10': [10],
  '/ 10': [10, true],
  'x 100': [100],
  '/ 100': [100, true],
  'x 1000': [1000],
  '/ 1000': [1000, true],
  'x 2.205': [2.205],
  '/ 2.205': [2.205, true],
} as const satisfies Record<string, [factor: number, divided?: true]>
const POINTS = ['x 10', '/ 10', 'x 100', '/ 100', 'x 1000', '/ 1000'] as const
function tally(of: readonly Pair[], [factor, divided]: readonly [factor: number, divided?: boolean]) {
  const levels = of.map((pair) => levelOf(pair, factor, divided))
  const count = (level: string) => levels.filter((each) => each === level).length
  return { red: count('red'), amber: count('amber'), quiet: count('quiet') }
}

describe('[Q-15] in the demonstration library', () => {
  test('a slipped point is red for every drug, mg per lb is asked for outside the limits, the library is quiet', () => {
    const rows = Object.entries(SLIPS).map(
      ([slip, by]) => [slip, tally(ordinary, by), tally(emergency, by)] as const,
    )
    console.log(`${ordinary.length} pairs of drug and species`)
    console.table(Object.fromEntries(rows.map(([slip, counted]) => [slip, counted])))
    console.log(`${emergency.length} pairs of emergency drug and species, no limits recorded`)
    console.table(Object.fromEntries(rows.map(([slip, , counted]) => [slip, counted])))

    const counted = new Map(rows.map(([slip, of]) => [slip, of]))
    expect(ordinary).toHaveLength(60)
    expect(counted.get('own dosage')).toEqual({ red: 0, amber: 0, quiet: 60 })
    for (const slip of POINTS)
      expect([slip, counted.get(slip)]).toEqual([slip, { red: 60, amber: 0, quiet: 0 }])
    expect(counted.get('x 2.205')).toEqual({ red: 0, amber: 51, quiet: 9 })

    const quiet = ordinary.filter((pair) => levelOf(pair, 2.205) === 'quiet')
    const said = quiet.map(({ drug, species }) => {
      const most = drug.limits?.[species]?.max ?? 0
      const typed = drug.dosage[species] * 2.205
      expect(typed).toBeLessThan(most)
      return `${drug.name} (${species === 0 ? 'dog' : 'cat'}): ${typed.toFixed(3)} mg/kg of at most ${most}`
    })
    console.log(`x 2.205 inside the limits:\n  ${said.join('\n  ')}`)
  })

  test('emergency drugs have no limits, and are held against the usual dosage alone', () => {
    expect(emergency).toHaveLength(23)
    expect(tally(emergency, SLIPS['own dosage'])).toEqual({ red: 0, amber: 0, quiet: 23 })
    for (const slip of POINTS)
      expect([slip, tally(emergency, SLIPS[slip])]).toEqual([slip, { red: 23, amber: 0, quiet: 0 }])
    expect(tally(emergency, SLIPS['x 2.205'])).toEqual({ red: 0, amber: 23, quiet: 0 })
  })
})

interface Line {
  why: string
  level: string
}
/** Every row of every anesthesia protocol of a species, at every weight from `from` to `to` kg. */
const linesOf = (species: Species, [from, to]: readonly [number, number], tenths: number): Line[] =>
  protocols
    .filter((protocol) => protocol.species === species)
    .flatMap(({ sections }) => sections.flatMap((section) => section.drugs))
    .flatMap((copy) => {
      const library = ordinary.find(({ drug }) => drug.name === copy.name)?.drug
      const steps = Math.floor(((to - from) * 10) / tenths) + 1
      return Array.from({ length: steps }, (_, at): Line => {
        const weight = String((from * 10 + at * tenths) / 10)
        const { level, findings } = doseGuard({
          given: [{ dosage: copy.dosage, usual: library?.dosage[species] }],
          concentration: copy.concentration,
          limits: library?.limits?.[species],
          kg: weightInKg({ weight, units: 'kg' }),
          strengths: strengths[species](copy),
        })
        return { level, why: `${copy.name}, ${findings.map(({ kind }) => kind).join(', ')}` }
      })
    })

test('[Q-15] the demonstration protocols have at most 1 amber row in 20, and 1 red one in 200', () => {
  expect(protocols).toHaveLength(9)
  for (const [step, tenths] of Object.entries({ '1 kg': 10, '0.1 kg': 1 })) {
    const [dogs, cats] = [linesOf(0, [1, 60], tenths), linesOf(1, [1, 7], tenths)]
    const count = (lines: Line[], level: string) => lines.filter((line) => line.level === level).length
    const table = Object.entries({ dogs, cats, all: [...dogs, ...cats] }).map(([of, lines]) => ({
      of,
      rows: lines.length,
      amber: count(lines, 'amber'),
      red: count(lines, 'red'),
    }))
    console.log(`In steps of ${step}: dogs of 1 to 60 kg, cats of 1 to 7 kg`)
    console.table(table)
    const { rows = 0, amber = rows, red = rows } = table[2] ?? {}
    expect(rows).toBeGreaterThan(1000)
    expect(amber * 20).toBeLessThanOrEqual(rows)
    expect(red * 200).toBeLessThanOrEqual(rows)

    const reasons = SPECIES.flatMap((species) => {
      const loud = [dogs, cats][species]?.filter(({ level }) => level !== 'quiet') ?? []
      return loud.map(({ why }) => `${species === 0 ? 'dogs' : 'cats'}: ${why}`)
    })
    const counted = [...new Set(reasons)].map((why) => ({
      why,
      rows: reasons.filter((each) => each === why).length,
    }))
    console.table(counted.sort((a, b) => b.rows - a.rows))
  }
})
