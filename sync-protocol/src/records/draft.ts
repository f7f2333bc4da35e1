import * as z from 'zod/mini'
import { anesthesiaProtocolContent } from './anesthesia-protocol.ts'
import { emergencyProtocolContent } from './emergency-protocol.ts'
import { explainedDose } from './dose-reason.ts'
import { draftCheck } from './double-check.ts'
import { id, isStorableText, optional } from './fields.ts'
import { EMERGENCY_DRUGS_MAX, PROTOCOL_SECTIONS_MAX, SECTION_DRUGS_MAX } from './limits.ts'
import { outcome } from './sheet.ts'
import { ESTIMATED_LABEL, WEIGHED_AT_LABEL, weighing } from './weighing.ts'

/** What a person is typing may be wrong and long: a draft refuses only what cannot be stored. */
const typed = z.string().check(z.maxLength(20_000), z.refine(isStorableText, 'This text cannot be stored.'))
const EXPLAINED_MAX = PROTOCOL_SECTIONS_MAX * SECTION_DRUGS_MAX + EMERGENCY_DRUGS_MAX
/** Nothing chosen may also be left out: in an update null removes a field (sync contract). */
const chosen = <T extends z.ZodMiniType>(content: T) =>
  z._default(z.nullable(z.strictObject({ source_id: optional(id), content })), null)

/** An open anesthesia sheet: what was typed, as typed, and snapshots of what was chosen. Species -1 is unset. */
export const sheetDraft = z.strictObject({
  kind: z.literal('sheet'),
  species: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  name: typed,
  patient_id: typed,
  weight: typed,
  weight_units: z.enum(['-', 'kg', 'lb']),
  ...weighing,
  outcome,
  procedure: chosen(z.strictObject({ name: typed, notes: optional(typed) })),
  anesthesia_protocol: chosen(anesthesiaProtocolContent),
  emergency_protocol: chosen(emergencyProtocolContent),
  injections: z.array(typed).check(z.maxLength(10)),
  explained: optional(z.array(explainedDose).check(z.maxLength(EXPLAINED_MAX))),
  check: optional(draftCheck),
  /** The sheet that this draft was last saved as. */
  saved_as: z._default(z.nullable(id), null),
  /** The patient of the day's list for whom it was opened. */
  day_row: optional(id),
})
export type SheetDraft = z.infer<typeof sheetDraft>

/** An open balance table; its rows are the ledger screen's own. */
export const balanceDraft = z.strictObject({ kind: z.literal('balance'), table: z.json() })
export type BalanceDraft = z.infer<typeof balanceDraft>

export const draftContent = z.discriminatedUnion('kind', [sheetDraft, balanceDraft])
export type DraftContent = z.infer<typeof draftContent>

export const draft = {
  nouns: ['open sheet', 'open sheets'],
  subjects: [],
  title: 'name',
  schema: 1,
  content: draftContent,
  sort: 'draft',
  groups: {
    kind: ['kind'],
    species: ['species'],
    patient: ['name', 'patient_id'],
    weight: ['weight', 'weight_units', 'estimated', 'weighed_at'],
    outcome: ['outcome'],
    procedure: ['procedure'],
    anesthesia: ['anesthesia_protocol'],
    explained: ['explained'],
    check: ['check'],
    emergency: ['emergency_protocol'],
    injections: ['injections'],
    saved: ['saved_as'],
    day_row: ['day_row'],
    table: ['table'],
  },
  fields: {
    estimated: { schema: weighing.estimated, label: ESTIMATED_LABEL, group: 'weight', since: 2 },
    weighed_at: { schema: weighing.weighed_at, label: WEIGHED_AT_LABEL, group: 'weight', since: 2 },
    day_row: { schema: optional(id), label: 'Day list patient', group: 'day_row', since: 3 },
  },
  times: ['weighed_at'],
} as const
