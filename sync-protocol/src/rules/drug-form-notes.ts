import { CONCENTRATION_LABEL, dosageFields, dosageLabel } from '../records/drug.ts'
import { type Species } from '../records/fields.ts'
import { inOrder, type DrugForm } from './drug-form.ts'
import type { DrugFormField } from './drug-form-check.ts'
import { readQuantity } from './typed-quantity.ts'
import { limitsOf, limitsProblem } from './dose-limits.ts'

/** What a person should see before saving; none of it forbids to save. */
export type DrugFormNote =
  /** `saved` is the number with 3 decimals that takes the place of the typed one. */
  | { field: DrugFormField; kind: 'rounded'; saved: string }
  | { field: DrugFormField; kind: 'low above high' }
  | { field: DrugFormField; kind: 'outside usual range' }

function* roundings(form: DrugForm): Generator<DrugFormNote> {
  const note = (field: DrugFormField, typed: string, label: string): DrugFormNote[] => {
    const read = readQuantity(typed, label)
    return read.fault === null && read.rounded !== null
      ? [{ field, kind: 'rounded', saved: read.rounded }]
      : []
  }
  yield* note('concentration', form.concentration, CONCENTRATION_LABEL)
  for (const code of form.species) {
    for (const field of dosageFields(form.section_key)) {
      yield* note(`${field}.${code}`, form[field][code], dosageLabel(field, code))
    }
  }
}

const valueOf = (typed: string): number | null => {
  const read = readQuantity(typed, '')
  return read.fault === null ? read.value : null
}

function* warnings(form: DrugForm, code: Species): Generator<DrugFormNote> {
  const [lowest, highest = lowest] = dosageFields(form.section_key)
  if (lowest === undefined || highest === undefined) return
  const low = valueOf(form[lowest][code])
  const high = valueOf(form[highest][code])
  if (low !== null && high !== null && low > high)
    yield { field: `${lowest}.${code}`, kind: 'low above high' }
  if (limitsProblem(form.range[code], '', form) !== null) return
  const { min = 0, max = Infinity } = limitsOf(form.range[code]) ?? {}
  if (low !== null && low < min) yield { field: `${lowest}.${code}`, kind: 'outside usual range' }
  if (high !== null && high > max) yield { field: `${highest}.${code}`, kind: 'outside usual range' }
}

/**
 * Numbers that will be rounded, a dosage outside its usual range, and of an emergency drug its low dosage above its high one, its
 * low dosage below the lowest usual one, its high dosage above the highest.
 */
export function drugFormNotes(form: DrugForm): DrugFormNote[] {
  return [...roundings(form), ...inOrder(form.species).flatMap((code) => [...warnings(form, code)])]
}
