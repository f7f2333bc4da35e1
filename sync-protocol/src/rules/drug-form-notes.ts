import { CONCENTRATION_LABEL, dosageFields, dosageLabel } from '../records/drug.ts'
import type { DrugForm } from './drug-form.ts'
import type { DrugFormField } from './drug-form-check.ts'
import { readQuantity } from './typed-quantity.ts'

/** A number that will be rounded; `saved` is the number with 3 decimals that takes the place of the typed one. */
export interface DrugFormNote {
  field: DrugFormField
  saved: string
}

function noteOf(field: DrugFormField, typed: string, label: string): DrugFormNote[] {
  const read = readQuantity(typed, label)
  return read.fault === null && read.rounded !== null ? [{ field, saved: read.rounded }] : []
}

/** What a person should see before saving; none of it forbids to save. */
export const drugFormNotes = (form: DrugForm): DrugFormNote[] => [
  ...noteOf('concentration', form.concentration, CONCENTRATION_LABEL),
  ...form.species.flatMap((code) =>
    dosageFields(form.section_key).flatMap((field) =>
      noteOf(`${field}.${code}`, form[field][code], dosageLabel(field, code)),
    ),
  ),
]
