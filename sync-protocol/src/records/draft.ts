import * as z from 'zod/mini'
import { anesthesiaProtocolContent } from './anesthesia-protocol.ts'
import { emergencyProtocolContent } from './emergency-protocol.ts'
import { explainedDose } from './dose-reason.ts'
import { draftCheck } from './double-check.ts'
import { id, isStorableText, optional } from './fields.ts'
import { draftKind, shapeOf } from './kind.ts'
import { EMERGENCY_DRUGS_MAX, PROTOCOL_SECTIONS_MAX, SECTION_DRUGS_MAX } from './limits.ts'
import { outcome } from './sheet.ts'
import { ESTIMATED_LABEL, WEIGHED_AT_LABEL, weighing } from './weighing.ts'

/** What a person is typing may be wrong and long: a draft refuses only what cannot be stored. */
const typed = z.string().check(z.maxLength(20_000), z.refine(isStorableText, 'This text cannot be stored.'))
const EXPLAINED_MAX = PROTOCOL_SECTIONS_MAX * SECTION_DRUGS_MAX + EMERGENCY_DRUGS_MAX
/** So often an open sheet can be taken over. */
const TAKEN_FROM_MAX = 200
/** Nothing chosen may also be left out: in an update null removes a field (sync contract). */
const chosen = <T extends z.ZodMiniType>(content: T) =>
  z._default(z.nullable(z.strictObject({ source_id: optional(id), content })), null)

/** An open anesthesia sheet: what was typed, as typed, and snapshots of what was chosen. Species -1 is unset. */
const sheetFields = {
  species: {
    schema: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
    label: 'Species',
    group: 'species',
  },
  name: { schema: typed, label: 'Patient name', group: 'patient' },
  patient_id: { schema: typed, label: 'Patient ID', group: 'patient' },
  weight: { schema: typed, label: 'Patient weight', group: 'weight' },
  weight_units: { schema: z.enum(['-', 'kg', 'lb']), label: 'Weight units', group: 'weight' },
  estimated: { schema: weighing.estimated, label: ESTIMATED_LABEL, group: 'weight', since: 2 },
  weighed_at: { schema: weighing.weighed_at, label: WEIGHED_AT_LABEL, group: 'weight', since: 2 },
  outcome: { schema: outcome, label: 'Outcome', group: 'outcome' },
  procedure: {
    schema: chosen(z.strictObject({ name: typed, notes: optional(typed) })),
    label: 'Procedure',
    group: 'procedure',
  },
  anesthesia_protocol: {
    schema: chosen(anesthesiaProtocolContent),
    label: 'Anesthesia protocol',
    group: 'anesthesia',
  },
  emergency_protocol: {
    schema: chosen(emergencyProtocolContent),
    label: 'Emergency protocol',
    group: 'emergency',
  },
  injections: { schema: z.array(typed).check(z.maxLength(10)), label: 'Injections', group: 'injections' },
  explained: {
    schema: optional(z.array(explainedDose).check(z.maxLength(EXPLAINED_MAX))),
    label: 'Explained doses',
    group: 'explained',
    since: 2,
  },
  check: { schema: optional(draftCheck), label: 'Double-check', group: 'check', since: 2 },
  /** The sheet that this draft was last saved as. */
  saved_as: { schema: z._default(z.nullable(id), null), label: 'Saved as', group: 'saved' },
  /** The patient of the day's list for whom it was opened. */
  day_row: { schema: optional(id), label: 'Day list patient', group: 'day_row', since: 3 },
  /** In whose hands it was, one after the other, before its author's. What they had typed by then they may still send. */
  taken_from: {
    schema: optional(z.array(id).check(z.maxLength(TAKEN_FROM_MAX))),
    label: 'Taken over from',
    group: 'taken',
    since: 3,
  },
  /** The saved sheet of the same patient that it began as a copy of. */
  copied_from: { schema: optional(id), label: 'Copied from', group: 'copied', since: 3 },
}
export const sheetDraft = z.strictObject({ kind: z.literal('sheet'), ...shapeOf(sheetFields) })
export type SheetDraft = z.infer<typeof sheetDraft>

/** An open balance table; its rows are the ledger screen's own. */
const tableFields = { table: { schema: z.json(), label: 'Table', group: 'table' } }
export const balanceDraft = z.strictObject({ kind: z.literal('balance'), ...shapeOf(tableFields) })
export type BalanceDraft = z.infer<typeof balanceDraft>

export const draftContent = z.discriminatedUnion('kind', [sheetDraft, balanceDraft])
export type DraftContent = z.infer<typeof draftContent>

export const draft = draftKind({
  nouns: ['open sheet', 'open sheets'],
  subjects: [],
  title: 'name',
  content: draftContent,
  fields: {
    kind: { schema: z.enum(['sheet', 'balance']), label: 'Kind', group: 'kind' },
    ...sheetFields,
    ...tableFields,
  },
  times: ['weighed_at'],
})
