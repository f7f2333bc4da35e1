import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import { contentIn } from 'sync-protocol/records/kinds'
import type { DoseFinding } from 'sync-protocol/rules/dose-findings'
import { doseWords, movedWords, SAVED_BEFORE } from 'sync-protocol/rules/dose-words'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import type { MovedConcentration } from 'sync-protocol/rules/drug-form-guard'
import type { DrugFormField } from 'sync-protocol/rules/drug-form-check'
import type { DrugFormNote } from 'sync-protocol/rules/drug-form-notes'
import type { Editor } from '../editor/use-editor.ts'
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

/** Every volume of the drug moves with it. Another bottle may have such a strength: it is a question, and no alarm. */
export const movedLine = (moved: MovedConcentration, form: DrugForm) => ({
  level: 'amber' as const,
  words: movedWords(moved, form),
})

/** The drug as it stood when its form was opened; null for a new one. */
export const savedDrug = ({ seen }: Editor<DrugForm>['opening']) =>
  seen === undefined ? null : contentIn('drugs', seen.content)
