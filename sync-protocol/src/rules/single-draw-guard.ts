import type { Form, Species } from '../records/fields.ts'
import { exactText, shortText } from './dose.ts'
import type { DoseFinding } from './dose-findings.ts'
import { doseGuard } from './dose-guard.ts'
import { dividedBy, type Fraction, positiveFraction, times } from './fraction.ts'
import type { EarlierWeight } from './weight-guard.ts'
import { judgedBy, type LibraryLookup } from './library-lookup.ts'
import { readVolume } from './ledger-volume.ts'
import { nearestNumber } from './rounding.ts'
import { monthAndDay } from './weight-words.ts'

export interface DrawToGuard {
  drug_name: string
  /** mg/ml */
  drug_concentration: number
  /** As typed, in ml. */
  volume: string
  form: Form
  species: Species
  /** The library's drugs of the species. */
  lookup: LibraryLookup
  /** The patient's, where it is known. */
  weighed: EarlierWeight | null
}

export interface DrawGuard {
  findings: DoseFinding[]
  /** What the volume is in mg/kg; null while no weight is known. */
  dosage: Fraction | null
}

const NOTHING: DrawGuard = { findings: [], dosage: null }
const ONE: Fraction = { over: 1n, under: 1n }

/**
 * What the dose guard says of a volume that is drawn for one patient, as it is saved, with 2 decimals. Without a weight it
 * is not known how much it is for a kilogram: then only what does not depend on that is said. A tablet has no volume.
 */
export function singleDrawGuard(draw: DrawToGuard): DrawGuard {
  const { drug_name: name, drug_concentration: concentration, species, lookup, weighed } = draw
  const volume = readVolume(draw.volume)
  const strength = positiveFraction(concentration)
  if (draw.form === 'TABLET' || typeof volume === 'string' || volume <= 0 || strength === null) return NOTHING
  const mg = times({ over: BigInt(volume), under: 100n }, strength)
  const drug = { name, concentration }
  const library = lookup.sourceOf(drug, false) ?? lookup.sourceOf(drug, true)
  const { usual, limits } = judgedBy({}, library, species)
  const { cap_mg, never } = limits ?? {}
  const ofAnyWeight = { ...(cap_mg !== undefined && { cap_mg }), ...(never !== undefined && { never }) }
  const dosage = weighed === null ? null : dividedBy(mg, weighed.kg)
  const { findings } = doseGuard({
    given: [dosage === null ? { dosage: mg } : { dosage, usual: usual('dosage') }],
    concentration,
    limits: weighed === null ? /* @rule draw-no-weight */ ofAnyWeight : limits,
    // With as many mg for the one kilogram as there are, the volume and the mg are what they are.
    kg: weighed?.kg ?? ONE,
    strengths: lookup.strengthsOf(drug),
  })
  return {
    findings: weighed === null ? findings.filter(({ kind }) => kind !== 'no-limits') : findings,
    dosage,
  }
}

/** 'That is 0.3 mg/kg at 12 kg, weighed today.' `today`: the clinic's local day. */
export function impliedWords(dosage: Fraction, { kg, day }: EarlierWeight, today: string): string {
  const when = day === today ? 'today' : monthAndDay(day)
  return `That is ${exactText(nearestNumber(dosage))} mg/kg at ${shortText(kg)} kg, weighed ${when}.`
}
