import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import type { DoseFinding } from 'sync-protocol/rules/dose-findings'
import { doseWords, SAVED_BEFORE } from 'sync-protocol/rules/dose-words'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import type { DrugFormField } from 'sync-protocol/rules/drug-form-check'
import type { DrugFormNote } from 'sync-protocol/rules/drug-form-notes'
import { drugsText as text } from './drugs-text.ts'
import { FieldNote } from './field-note.tsx'

/** The note of one field, or undefined when there is nothing to say. */
export function noteAt(notes: readonly DrugFormNote[], field: DrugFormField, form: DrugForm) {
  const note = notes.find((one) => one.field === field)
  if (note === undefined) return undefined
  const unit = field === 'concentration' ? perMl(form) : perKg(form)
  return <FieldNote>{text.rounded(note.saved, unit)}</FieldNote>
}

/** What the guard found, in the words of this form: a dosage is compared with the one that was saved before. */
export const guardLines = (findings: readonly DoseFinding[], form: DrugForm) =>
  findings.map((finding) => ({ level: finding.level, words: doseWords(finding, form, SAVED_BEFORE) }))
