import { isInMg, perKg, perMl, unitOf, type Measured } from '../records/amount-unit.ts'
import type { DrugContent } from '../records/drug.ts'
import type { Route, Species } from '../records/fields.ts'
import { foldedName, type Reversal, type ReversalRule } from '../records/reversal.ts'
import { printedVolume, volumeText, weightInKg, weightWords, type Volume, type Weight } from './dose.ts'
import { dividedBy, plus, positiveFraction, times, type Fraction } from './fraction.ts'
import { numberText } from './number-input.ts'
import { isMixture, knownDrug, namedAs } from './reversible-drugs.ts'
import { threeDigits } from './rounding.ts'

/** A drug of the sheet's anesthesia protocol: mg/kg and mg/ml, or its `amount_unit` in place of mg. */
export interface GivenDrug extends Measured {
  name: string
  dosage?: number | undefined
  concentration?: number | undefined
}

/** A drug of the library, and what it reverses. */
export type ReversalAgent = Measured &
  Pick<DrugContent, 'name' | 'concentration'> & {
    _id?: string
    species: readonly number[]
    reverses?: DrugContent['reverses'] | undefined
    reference?: string | undefined
  }

/** What a row says beside its numbers: only a part of the drug is reversed. */
export type ReversalRemark = 'zolazepam only' | 'partly'

export interface ReversalDose {
  kind: 'dose'
  /** What is reversed, as the sheet calls it: 'Methadone + Fentanyl' where one injection is for both. */
  drug: string
  /** What is given for it; `reference` is where its numbers are from. */
  agent: Measured & { id?: string; name: string; concentration: number; reference?: string }
  route: Route
  rule: ReversalRule
  /** The agent's amount per kg, or by how much the mg of the reversed drug are multiplied. */
  value: number
  note?: string
  /** Of the agent: exact in its own unit, and to read, '0.62 mg'. */
  amount: { exact: Fraction; text: string }
  volume: Volume
  /** '12.4 kg x 0.005 mg/kg x 10 / 5 mg/ml = 0.12 ml' */
  arithmetic: string
  remark?: ReversalRemark
}
export type ReversalRow =
  | ReversalDose
  /** It can be reversed, but the library has no dose for it: no number is shown. */
  | { kind: 'not-recorded'; drug: string; remark?: ReversalRemark }
  /** Nothing reverses it. */
  | { kind: 'no-reversal'; drug: string }

export interface Reversals {
  rows: ReversalRow[]
  /** Ketamine or tiletamine is on the sheet: it stays when everything beside it is reversed. */
  unopposed: boolean
}

const remarkOf = (drug: string): { remark?: ReversalRemark } => {
  const known = knownDrug(drug)
  if (known?.isTiletamineZolazepam) return { remark: 'zolazepam only' }
  return known?.isPartly ? { remark: 'partly' } : {}
}

/** Drugs of a sheet that one injection of a library drug reverses. */
interface Matched {
  agent: ReversalAgent
  reversal: Reversal
  given: GivenDrug[]
}

/** The row of an agent that says most exactly which drug it is for: the same name, else the longest, else the whole for its part. */
function reversalFor(name: string, agent: ReversalAgent, species: Species): Reversal | undefined {
  const rank = { same: 2, begins: 1, part: 0 } as const
  const found = (agent.reverses ?? []).flatMap((reversal) => {
    const how =
      /* @rule reversal-species */ reversal.species === species ? namedAs(name, reversal.name) : null
    return how === null ? [] : [{ reversal, how: rank[how], length: reversal.name.trim().length }]
  })
  return found.sort((a, b) => b.how - a.how || b.length - a.length)[0]?.reversal
}

/** What is given by the patient's weight is given once, whatever it is that it reverses: two opioids do not need it twice. */
const injectionOf = (reversal: Reversal): unknown => {
  const { rule, value, route, note = '' } = reversal
  return /* @rule given-once */ rule === 'mg_per_kg' ? `${value} ${route} ${note}` : reversal
}

function matchedBy(agent: ReversalAgent, given: readonly GivenDrug[], species: Species): Matched[] {
  const found = new Map<unknown, Matched>()
  for (const drug of given) {
    const reversal = reversalFor(drug.name, agent, species)
    if (reversal === undefined) continue
    const injection = injectionOf(reversal)
    const matched = found.get(injection) ?? { agent, reversal, given: [] }
    matched.given.push(drug)
    found.set(injection, matched)
  }
  return [...found.values()]
}

/** What is computed of one row: the agent's amount per kg of the patient, exact and in words. Null where nobody can tell. */
function perKilo({ agent, reversal, given }: Matched): { exact: Fraction; words: string } | null {
  const value = positiveFraction(reversal.value)
  if (value === null) return null
  if (reversal.rule === 'mg_per_kg')
    return { exact: value, words: `${numberText(reversal.value)} ${perKg(agent)}` }
  const dosages = given.map((drug) => {
    // @rule mass-in-mg
    if (!isInMg(drug) || !isInMg(agent)) return null
    // @rule mass-of-one
    if (isMixture(drug.name)) return null
    return positiveFraction(drug.dosage)
  })
  let sum: Fraction = { over: 0n, under: 1n }
  for (const dosage of dosages) {
    if (dosage === null) return null
    sum = /* @rule masses-added */ plus(sum, dosage)
  }
  const typed = given.map(({ dosage = 0 }) => numberText(dosage)).join(' + ')
  const words = `${given.length > 1 ? `(${typed})` : typed} mg/kg x ${numberText(reversal.value)}`
  return { exact: times(sum, value), words }
}

function doseOf(matched: Matched, weight: Weight, kg: Fraction): ReversalDose | null {
  const { agent, reversal, given } = matched
  const each = perKilo(matched)
  const strength = positiveFraction(agent.concentration)
  if (each === null || strength === null) return null
  const exact = times(kg, each.exact)
  const volume = printedVolume(dividedBy(exact, strength))
  const { rule, value, route, note } = reversal
  return {
    kind: 'dose',
    ...namesOf(given),
    agent: {
      ...(agent._id !== undefined && { id: agent._id }),
      name: agent.name.trim(),
      concentration: agent.concentration,
      ...(agent.amount_unit !== undefined && { amount_unit: agent.amount_unit }),
      ...(agent.reference !== undefined && { reference: agent.reference }),
    },
    route,
    rule,
    value,
    ...(note !== undefined && { note }),
    amount: { exact, text: `${threeDigits(exact)} ${unitOf(agent)}` },
    volume,
    arithmetic: `${weightWords(weight)} x ${each.words} / ${numberText(agent.concentration)} ${perMl(agent)} = ${volumeText(volume)}`,
  }
}

/** Each name once, as it was first typed; a remark that is not true of all of them stands beside its own. */
function namesOf(given: readonly GivenDrug[]): { drug: string; remark?: ReversalRemark } {
  const typed = given.map(({ name }) => name.trim())
  const folded = typed.map(foldedName)
  const names = typed.filter((_, at) => folded.indexOf(folded[at] ?? '') === at)
  const [first, ...others] = names.map(remarkOf)
  if (first === undefined || others.every(({ remark }) => remark === first.remark))
    return { drug: names.join(' + '), ...first }
  const each = names.map((name) => {
    const { remark } = remarkOf(name)
    return remark === undefined ? name : `${name} (${remark})`
  })
  return { drug: each.join(' + ') }
}

const inOrder = (a: ReversalAgent, b: ReversalAgent) => {
  const [one, other] = [foldedName(a.name), foldedName(b.name)]
  return one === other ? a.concentration - b.concentration : one < other ? -1 : 1
}

/** Two drugs of the library that say the same of a drug make one row. */
const sameRow = (a: ReversalDose, b: ReversalDose) =>
  foldedName(a.agent.name) === foldedName(b.agent.name) &&
  a.agent.concentration === b.agent.concentration &&
  unitOf(a.agent) === unitOf(b.agent) &&
  a.drug === b.drug &&
  a.route === b.route &&
  a.rule === b.rule &&
  a.value === b.value &&
  a.note === b.note

/**
 * What reverses the drugs of a sheet, in the sheet's order, from the library's `reverses` alone (Q-16): by the name of a drug,
 * never by its class, and by its mass, never by its volume. Exact fractions; volumes are printed as all others. A drug twice on
 * the sheet is one row of both masses, and drugs for which the same is given by weight are one row; each library drug that
 * reverses them has a row of its own. What can be reversed but has no dose in the library, or none that can be computed, is
 * `not-recorded`. A drug of which nothing is known makes no row. `species` is the patient's. Null while the weight is no valid
 * number.
 */
export function reversalRows(
  given: readonly GivenDrug[],
  weight: Weight,
  species: Species,
  library: Iterable<ReversalAgent>,
): Reversals | null {
  const kg = weightInKg(weight)
  if (kg === null) return null
  const agents = [...library].filter(
    (agent) =>
      (agent.reverses?.length ?? 0) > 0 && /* @rule reversal-agent-species */ agent.species.includes(species),
  )
  const matched = agents.sort(inOrder).flatMap((agent) => matchedBy(agent, given, species))
  const doses = new Map<GivenDrug, ReversalDose[]>()
  for (const each of matched) {
    const dose = doseOf(each, weight, kg)
    if (dose === null) continue
    for (const drug of each.given) doses.set(drug, [...(doses.get(drug) ?? []), dose])
  }
  const rows: ReversalRow[] = []
  const said = new Set<string>()
  for (const drug of given) {
    const known = knownDrug(drug.name)
    const theirs = doses.get(drug) ?? []
    for (const dose of theirs) {
      const isThere = rows.some((row) => row === dose || (row.kind === 'dose' && sameRow(row, dose)))
      if (!isThere) rows.push(dose)
    }
    if (theirs.length > 0) continue
    const isReversible = (known?.isReversible ?? false) || matched.some((each) => each.given.includes(drug))
    if (!isReversible && known === null) continue
    const key = `${isReversible} ${known?.key ?? foldedName(drug.name)}`
    if (said.has(key)) continue
    said.add(key)
    const name = drug.name.trim()
    rows.push(
      isReversible
        ? { kind: 'not-recorded', drug: name, ...remarkOf(name) }
        : { kind: 'no-reversal', drug: name },
    )
  }
  return { rows, unopposed: given.some(({ name }) => knownDrug(name)?.isDissociative ?? false) }
}
