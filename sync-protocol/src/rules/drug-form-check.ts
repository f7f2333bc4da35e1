import {
  CONCENTRATION_LABEL,
  dosageFields,
  dosageLabel,
  NAME_LABEL,
  SPECIES_LABELS,
  type DosageField,
  type DrugContent,
} from '../records/drug.ts'
import { CANINE, EMERGENCY_SECTION, FELINE, type Species } from '../records/fields.ts'
import { inOrder, type DrugForm } from './drug-form.ts'
import { nameMessage } from './typed-name.ts'
import { quantityMessage, readQuantity } from './typed-quantity.ts'
import { rangeOf, rangeProblem } from './usual-range.ts'

export type DrugFormField =
  'name' | 'concentration' | 'species' | `${DosageField | 'range_from' | 'range_to'}.${Species}`

export interface DrugFormProblem {
  field: DrugFormField
  message: string
}

/** Emergency drugs have a low and a high dosage, and no usual range beside them. */
const hasRange = (form: DrugForm) => form.section_key !== EMERGENCY_SECTION

function* problems(form: DrugForm): Generator<[field: DrugFormField, message: string | null]> {
  yield ['name', nameMessage(form.name, NAME_LABEL)]
  yield ['concentration', quantityMessage(form.concentration, CONCENTRATION_LABEL)]
  for (const code of inOrder(form.species)) {
    for (const field of dosageFields(form.section_key)) {
      yield [`${field}.${code}`, quantityMessage(form[field][code], dosageLabel(field, code))]
    }
    const range = hasRange(form) && rangeProblem(form.range[code], SPECIES_LABELS[code])
    if (range) yield [`range_${range.end}.${code}`, range.message]
  }
  yield ['species', form.species.length > 0 ? null : 'Please select at least one species.']
}

/**
 * The first problem of a typed drug: name, concentration, then for each chosen species its dosage, or its low and its high
 * one for an emergency drug (`spec 1 §5`), and the usual range; null when it can be saved.
 */
export function checkDrugForm(form: DrugForm): DrugFormProblem | null {
  for (const [field, message] of problems(form)) if (message !== null) return { field, message }
  return null
}

const NOT_USED = -1

/** What is saved of a typed number. */
function saved(typed: string, label: string): number {
  const read = readQuantity(typed, label)
  if (read.fault !== null) throw new RangeError('this drug is not complete')
  return read.value
}

function savedPair(form: DrugForm, field: DosageField): [number, number] {
  const half = (code: Species) =>
    form.species.includes(code) && dosageFields(form.section_key).includes(field)
      ? saved(form[field][code], dosageLabel(field, code))
      : NOT_USED
  return [half(CANINE), half(FELINE)]
}

function savedRange(form: DrugForm): Pick<DrugContent, 'range'> {
  const half = (code: Species) =>
    form.species.includes(code) && hasRange(form) ? rangeOf(form.range[code]) : null
  const range: [[number, number] | null, [number, number] | null] = [half(CANINE), half(FELINE)]
  return range[CANINE] === null && range[FELINE] === null ? {} : { range }
}

/**
 * The drug that a typed one is saved as: numbers with 3 decimals, -1 for every dosage that its species and its section do not
 * use (`spec 1 §3`).
 * @throws RangeError for a form that `checkDrugForm` finds fault with
 */
export const drugOfForm = (form: DrugForm): DrugContent => ({
  name: form.name.trim(),
  concentration: saved(form.concentration, CONCENTRATION_LABEL),
  dosage: savedPair(form, 'dosage'),
  dosage_from: savedPair(form, 'dosage_from'),
  dosage_to: savedPair(form, 'dosage_to'),
  route: [form.route[CANINE], form.route[FELINE]],
  form: form.form,
  controlled: form.controlled,
  ...(form.controlled && form.schedule !== null && { schedule: form.schedule }),
  ...savedRange(form),
  species: inOrder(form.species),
  section_key: form.section_key,
})
