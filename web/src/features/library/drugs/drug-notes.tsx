import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import type { DrugFormField } from 'sync-protocol/rules/drug-form-check'
import type { DrugFormNote } from 'sync-protocol/rules/drug-form-notes'
import { formatNumber } from '../../../ui/format.ts'
import { drugsText as text } from './drugs-text.ts'
import { FieldNote } from './field-note.tsx'

function words(note: DrugFormNote, form: DrugForm): string {
  switch (note.kind) {
    case 'rounded':
      return text.rounded(note.saved, note.field === 'concentration' ? perMl(form) : perKg(form))
    case 'low above high':
      return text.reversed
    default: {
      const { from, to } = form.range[note.field.endsWith('1') ? 1 : 0]
      return text.outside(formatNumber(from.trim()), formatNumber(to.trim()), perKg(form))
    }
  }
}

/** The notes of one field, or undefined when there is nothing to say. */
export function noteAt(notes: readonly DrugFormNote[], field: DrugFormField, form: DrugForm) {
  const here = notes.filter((note) => note.field === field)
  if (here.length === 0) return undefined
  return here.map((note) => <FieldNote key={note.kind}>{words(note, form)}</FieldNote>)
}
