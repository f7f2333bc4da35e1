import { contentFault } from 'sync-protocol/merge/content-fault'
import { canBeApproved } from 'sync-protocol/merge/settle-attention'
import { EDITION } from 'sync-protocol/records/edition'
import type { Collection } from 'sync-protocol/records/envelope'
import { kinds, type ContentOf } from 'sync-protocol/records/kinds'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { op as opSchema, type Op, type OpOf } from 'sync-protocol/records/mutation'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { isWaiting } from 'sync-protocol/records/waiting'
import { sentOps } from 'sync-protocol/rules/legible-ops'
import { mayActForOthers } from 'sync-protocol/rules/permissions'
import { isDecidedBefore, maySettle, settlesAttention } from '../../data/attention/attention.ts'
import type { ConflictEntry, RefusedEntry } from '../../data/attention/attention.ts'
import { faultyFields, type FaultyField } from './faulty-fields.ts'
import { editsSections } from './reopened-sections.ts'
import { isSheetDraft, typesSheet } from './reopened-draft.ts'
import { reopensTable } from './reopened-table.ts'

export interface Person {
  _id: string
  org_perms: readonly number[]
}

export type Action = 'reopen' | 'complete' | 'approve' | 'retry' | 'copy' | 'discard'

/**
 * What this person can do with a change that was not accepted. `isEarly`: its record is here, but not yet an earlier change of
 * it, which may be lost for good. `isRefusedAgain`: sent as it is it would be refused once more. `drawsFirst`: how many draws
 * that it names wait too, so that it must not stand before them.
 */
export function actionsOf(
  entry: RefusedEntry,
  person: Person,
  { isEarly = false, isRefusedAgain = false, drawsFirst = 0 } = {},
): Action[] {
  // Without its record it would find none if it were sent again either, and it is done by itself.
  if (isWaiting(entry) && !isEarly) return ['copy', 'discard']
  const own = entry.author_id === person._id
  const readable = entry.raw === undefined ? entry.mutation.ops.length > 0 : tooMany(entry) !== undefined
  const may = mayActForOthers({ user_id: person._id, perms: person.org_perms })
  const decides = may && entry.record !== undefined
  const opens = own && readable && reopens(entry)
  // What a newer release entered must not be left out by an app that does not know it.
  const isKnown = entry.mutation.schema <= EDITION
  // Its author opens it again as a form; a saved sheet only while all of it can be shown as one.
  const shows = opens && sheetIn(entry) === undefined
  const stands = /* @rule draws-first */ drawsFirst === 0
  const completes =
    stands &&
    decides &&
    !shows &&
    isKnown &&
    (drawToComplete(entry) !== undefined || fieldsToComplete(entry) !== null)
  // A fact that did not fit may fit by now, as a combined sheet does once its sheets are here; its author sends it again, but
  // for one that came as no change could.
  const fits =
    entry.code === 'needs_approval' || (!(own && readable) && canBeApproved(entry, entry.mutation.ops))
  // What was open is its author's to go on with: approved, one of several changes of it would stand alone.
  const approves =
    stands && decides && fits && faultsOf(entry).length === 0 && !entry.mutation.ops.every(isOfDraft)
  return [
    ...(opens ? (['reopen'] as const) : []),
    ...(completes ? (['complete'] as const) : []),
    ...(approves ? (['approve'] as const) : []),
    ...(stands && own && readable && !isDecidedBefore(entry) && !isRefusedAgain ? (['retry'] as const) : []),
    'copy',
    'discard',
  ]
}

/** The operations of a change that held more of them than one can, where all of them can be read. */
export function tooMany({ raw, mutation }: RefusedEntry): Op[] | undefined {
  const { length } = mutation.ops
  if (raw === undefined || (length > 0 && length <= MUTATION_OPS_MAX)) return undefined
  const ops = sentOps(raw)
  if (!Array.isArray(ops) || ops.length <= MUTATION_OPS_MAX) return undefined
  const read = ops.flatMap((each) => opSchema.safeParse(each).data ?? [])
  return read.length === ops.length ? read : undefined
}

/** What of it the server would refuse for what it holds, whoever approves it. */
const faultsOf = ({ mutation }: RefusedEntry): OpOf<'create'>[] =>
  mutation.ops.flatMap((op) =>
    op.op === 'create' && contentFault(op.collection, op.content) !== null ? [op] : [],
  )

/** What the form of a single draw shows and asks for; whatever else is wrong is asked for by its name. */
const IN_FORM: readonly string[] = [
  'drug_name',
  'drug_concentration',
  'drug_volume',
  'drug_form',
  'schedule',
  'sheet_data.patient_name',
  'sheet_data.patient_id',
  'sheet_data.reason',
]

/** The one draw of a parked change that cannot stand as it came: what is missing is typed into its form, and the rest stays. */
export function drawToComplete(entry: RefusedEntry): OpOf<'create'> | undefined {
  const [op, ...more] = entry.status === 'parked' ? faultsOf(entry) : []
  if (op?.collection !== 'draws' || more.length > 0) return undefined
  // One that belongs to a sheet of the same change is completed with it.
  if (entry.mutation.ops.some(({ collection }) => collection === 'sheets')) return undefined
  const fields = faultyFields([op]) ?? []
  return fields.every(({ path }) => IN_FORM.includes(path.join('.'))) ? op : undefined
}

/** The fields of a parked change that cannot stand as they came, where all of them can be typed anew. */
export const fieldsToComplete = ({ status, mutation }: RefusedEntry): FaultyField[] | null =>
  status === 'parked' ? faultyFields(mutation.ops) : null

const isOfDraft = ({ collection }: Op) => collection === 'drafts'

export const isFact = (op: Op) => op.op === 'create' && kinds[op.collection].sort === 'fact'

/** Whether a form can show again what was entered. */
const reopens = (entry: RefusedEntry) =>
  sheetIn(entry) !== undefined ||
  formOpIn(entry) !== undefined ||
  reopensTable(entry) ||
  typesSheet(entry) ||
  editsSections(entry)

const FORMS: readonly Collection[] = [
  'drugs',
  'fluids',
  'anesthesia_protocols',
  'emergency_protocols',
  'injections',
  'procedures',
]

/** A draw that belongs to no sheet has a form of its own. */
const isSingleDraw = (op: Op) =>
  op.op === 'create' && op.collection === 'draws' && fieldsOf<ContentOf<'draws'>>(op.content).sheet_id === '-'

/** The one record that a change would have made or edited in a form, if that was all it would have done. */
export function formOpIn({ mutation }: RefusedEntry): OpOf<'create'> | OpOf<'update'> | undefined {
  const [op, ...more] = mutation.ops.filter((each) => !settlesAttention(each))
  if (op === undefined || more.length > 0) return undefined
  if (!FORMS.includes(op.collection) && !isSingleDraw(op)) return undefined
  return op.op === 'create' || op.op === 'update' ? op : undefined
}

/** The sheet that a change would have made. */
export const sheetIn = ({ mutation }: RefusedEntry) =>
  mutation.ops.find((op) => op.op === 'create' && op.collection === 'sheets')

type Target = Parameters<typeof maySettle>[2]

/** Whether a form can be opened with what was set aside, over what stands; `target` is undefined where the record is gone. */
export const mayEdit = (entry: ConflictEntry, person: Person, target: Target): boolean =>
  (FORMS.includes(entry.conflict.record.collection) ||
    (entry.conflict.record.collection === 'sections' && target !== undefined)) &&
  entry.conflict.kind !== 'delete_of_changed' &&
  (target !== undefined || entry.conflict.full !== undefined) &&
  maySettle(entry, person, target)

/** Whether its sender can open what was set aside of an open sheet as a sheet of its own. */
export const mayOpenSheet = (entry: ConflictEntry, person: Person): boolean =>
  entry.author_id === person._id && isSheetDraft(entry)
