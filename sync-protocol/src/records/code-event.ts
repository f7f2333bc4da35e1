import * as z from 'zod/mini'
import { id, instant, name, optional, quantity, species, text } from './fields.ts'
import { unchangingKind } from './kind.ts'
import { NAME_MAX } from './limits.ts'
import { weighing } from './weighing.ts'
import { weightUnit } from './weight-unit.ts'

/** What is recorded during a code (CPR), each by one tap. */
export const CODE_TAPS = ['started', 'epinephrine', 'drug', 'rhythm', 'shock', 'stopped'] as const
export const codeTap = z.enum(CODE_TAPS)
export type CodeTap = z.infer<typeof codeTap>

/** Whom a code is for, as it was known when it was started. */
export const codePatient = z.strictObject({
  name: optional(name('Patient name')),
  species,
  weight: optional(quantity('Patient weight')),
  weight_units: optional(weightUnit),
  estimated: weighing.estimated,
})
export type CodePatient = z.infer<typeof codePatient>

/**
 * One tap during a code, a fact of its own: sheets never change after saving, and two tablets may both tap. The code of an open
 * sheet has that sheet's id, so that two tablets which start it without a network record one code.
 */
export const codeEvent = unchangingKind({
  nouns: ['code event', 'code events'],
  subjects: ['code_event'],
  title: 'what',
  sort: 'fact',
  fields: {
    code_id: { schema: id, label: 'Code' },
    /** The open sheet. */
    sheet_id: { schema: optional(id), label: 'Anesthesia sheet' },
    what: { schema: codeTap, label: 'What' },
    /** Which drug, which rhythm, or why it was stopped. */
    detail: { schema: optional(text(NAME_MAX, 'Detail')), label: 'Detail' },
    /** Said by `started`. */
    patient: { schema: optional(codePatient), label: 'Patient' },
    at: { schema: instant, label: 'At' },
  },
})
export type CodeEventContent = z.infer<typeof codeEvent.content>
