import { CONCENTRATION_LABEL, dosageFields, dosageLabel } from '../records/drug.ts'
import { EMERGENCY_SECTION, type Species } from '../records/fields.ts'
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

function warning(form: DrugForm, code: Species): DrugFormNote | null {
  if (form.section_key === EMERGENCY_SECTION) {
    const low = valueOf(form.dosage_from[code])
    const high = valueOf(form.dosage_to[code])
    const reversed = low !== null && high !== null && low > high
    return reversed ? { field: `dosage_from.${code}`, kind: 'low above high' } : null
  }
  const dosage = valueOf(form.dosage[code])
  const limits = limitsProblem(form.range[code], '', form) === null ? limitsOf(form.range[code]) : null
  const { min = 0, max = Infinity } = limits ?? {}
  const outside = dosage !== null && (dosage < min || dosage > max)
  return outside ? { field: `dosage.${code}`, kind: 'outside usual range' } : null
}

/** Numbers that will be rounded, an emergency drug's low dosage above its high one, a dosage outside its usual range. */
export function drugFormNotes(form: DrugForm): DrugFormNote[] {
  const warnings = inOrder(form.species).map((code) => warning(form, code))
  return [...roundings(form), ...warnings.filter((note) => note !== null)]
}
