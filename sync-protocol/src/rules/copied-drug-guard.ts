import type { Measured } from '../records/amount-unit.ts'
import type { DosageField, JudgedBy } from '../records/drug.ts'
import type { Species } from '../records/fields.ts'
import { lackingOf, limitOf } from './dosage-rules.ts'
import type { DoseFinding, GivenDosage, LackingLimits } from './dose-findings.ts'
import { doseGuard } from './dose-guard.ts'
import { judgedBy, type LibraryLookup } from './library-lookup.ts'
import { readQuantity } from './typed-quantity.ts'

/** A drug in the open form of a protocol, its numbers as typed. */
export type TypedCopy = Measured &
  JudgedBy & { name: string; source_id?: string | undefined } & Partial<
    Record<'concentration' | DosageField, string>
  >

interface Place {
  /** The dosages that the form has: one, or a low and a high one of an emergency drug. */
  fields: readonly DosageField[]
  species: Species
  /** The library's drugs of the species. */
  lookup: LibraryLookup
}

const valueOf = (typed = ''): number | null => {
  const read = readQuantity(typed, '')
  return read.fault === null ? read.value : null
}

const sourceOf = (copy: TypedCopy, { fields, lookup }: Place) =>
  lookup.sourceOf(
    { ...copy, concentration: valueOf(copy.concentration) ?? 0 },
    fields.includes('dosage_from'),
  )

/**
 * What the dose guard says of a drug in a protocol, for which no weight is known; what is no number yet is not compared.
 * The strength of the drug that it was copied from is left out: how the copy differs from that one is said elsewhere.
 */
export function copiedDrugGuard(copy: TypedCopy, place: Place): DoseFinding[] {
  const source = sourceOf(copy, place)
  const judged = judgedBy(copy, source, place.species)
  const [low, high] = place.fields.flatMap((field): GivenDosage[] => {
    const dosage = valueOf(copy[field])
    return dosage === null ? [] : [{ dosage, usual: judged.usual(field) }]
  })
  if (low === undefined) return []
  const concentration = valueOf(copy.concentration)
  const strengths = concentration === null ? [] : place.lookup.strengthsOf(copy)
  return doseGuard({
    given: high === undefined ? [low] : [low, high],
    amount_unit: copy.amount_unit,
    concentration,
    limits: judged.limits,
    kg: null,
    strengths: /* @rule said-strength */ strengths.filter((strength) => strength !== source?.concentration),
  }).findings
}

/** Which limits of a drug in a protocol nobody recorded; null where both are. */
export function lackingLimits(copy: TypedCopy, place: Place): LackingLimits | null {
  const { limits } = judgedBy(copy, sourceOf(copy, place), place.species)
  return lackingOf({ min: limitOf(limits?.min), max: limitOf(limits?.max) })
}
