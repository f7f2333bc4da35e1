import { unitOf } from '../records/amount-unit.ts'
import { dosageFields, type DosageField, type DrugContent } from '../records/drug.ts'
import type { Species } from '../records/fields.ts'
import { limitsOf, limitsProblem } from './dose-limits.ts'
import type { DoseFinding, DoseFindingKind, GivenDosage } from './dose-findings.ts'
import { doseGuard } from './dose-guard.ts'
import { dividedBy, type Fraction, positiveFraction } from './fraction.ts'
import type { DrugForm } from './drug-form.ts'
import { isFarOff } from './slips.ts'
import type { StrengthsOf } from './strengths.ts'
import { readQuantity } from './typed-quantity.ts'

const valueOf = (typed: string): number | null => {
  const read = readQuantity(typed, '')
  return read.fault === null ? read.value : null
}

/** What stands in the fields of the form itself: that limits are missing, and why the drug is never given. */
const IN_SIGHT: ReadonlySet<DoseFindingKind> = new Set(['no-limits', 'never'])

/**
 * What the dose guard says of the dosages that are typed for one species: compared with the limits that stand in the same
 * form, and with the dosages as they were saved before. It keeps nobody from saving. `saved` is null for a new drug.
 */
export function drugFormGuard(form: DrugForm, code: Species, saved: DrugContent | null): DoseFinding[] {
  const before = (field: DosageField) => {
    if (saved === null) return undefined
    // @rule saved-unit
    if (unitOf(saved) !== unitOf(form)) return undefined
    return /* @rule saved-dosage */ saved[field][code]
  }
  const [low, high] = dosageFields(form.section_key).flatMap((field): GivenDosage[] => {
    const dosage = valueOf(form[field][code])
    return dosage === null ? [] : [{ dosage, usual: before(field) }]
  })
  if (low === undefined) return []
  const range = form.range[code]
  const limits = limitsProblem(range, '', form) === null ? /* @rule form-limits */ limitsOf(range) : null
  const given = high === undefined ? ([low] as const) : ([low, high] as const)
  const { findings } = doseGuard({
    given,
    amount_unit: form.amount_unit,
    concentration: null,
    limits,
    kg: null,
  })
  return findings.filter(({ kind }) => !IN_SIGHT.has(kind))
}

/**
 * In which other strengths the library has the typed drug, for a species of the form; null while there are none, or no
 * concentration is typed. `strengthsOf` looks it up for a species, without the drug itself.
 */
export function otherStrengths(
  form: DrugForm,
  strengthsOf: Readonly<Record<Species, StrengthsOf>>,
): Extract<DoseFinding, { kind: 'strength' }> | null {
  const own = valueOf(form.concentration)
  if (own === null) return null
  const found = new Set(form.species.flatMap((code) => strengthsOf[code](form)))
  const others = [...found].filter((concentration) => concentration !== own).sort((a, b) => a - b)
  if (others.length === 0) return null
  return {
    kind: 'strength',
    level: 'amber',
    others: others.map((concentration) => ({ concentration, volumes: [] })),
    volumes: [],
  }
}

/** A concentration that moved as a point in another place moves it: every volume of the drug moves the other way. */
export interface MovedConcentration {
  /** To the one that was saved before. */
  ratio: Fraction
  before: number
}

/**
 * Where the typed concentration is 8 times the one that was saved before or more, or an eighth of it or less; null
 * otherwise, and for a new drug. Another bottle may well have another strength, and none that is measured in pounds: nothing less
 * is asked about.
 */
export function movedConcentration(form: DrugForm, saved: DrugContent | null): MovedConcentration | null {
  const typed = positiveFraction(valueOf(form.concentration))
  const before = positiveFraction(saved?.concentration)
  if (saved === null || typed === null || before === null) return null
  if (/* @rule saved-concentration-unit */ unitOf(saved) !== unitOf(form)) return null
  const ratio = dividedBy(typed, before)
  return /* @rule saved-concentration */ isFarOff(ratio) ? { ratio, before: saved.concentration } : null
}
