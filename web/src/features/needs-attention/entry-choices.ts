import type { Collection } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { mayChange, PERMISSION } from 'sync-protocol/rules/permissions'
import { isDecidedBefore, settlesAttention } from '../../data/attention.ts'
import type { ConflictEntry, RefusedEntry } from '../../data/attention.ts'
import { editsSections } from './reopened-sections.ts'
import { isSheetDraft, typesSheet } from './reopened-draft.ts'
import { reopensTable } from './reopened-table.ts'

export interface Person {
  _id: string
  org_perms: readonly number[]
}

export type Action = 'reopen' | 'approve' | 'retry' | 'copy' | 'discard'

/** What this person can do with a change that was not accepted. */
export function actionsOf(entry: RefusedEntry, person: Person): Action[] {
  const own = entry.author_id === person._id
  const readable = entry.raw === undefined && entry.mutation.ops.length > 0
  const holdsOthers = person.org_perms.includes(PERMISSION.othersRecords)
  // A fact that did not fit may fit by now, as a combined sheet does once its sheets are here; its author sends it again.
  const fits = entry.code === 'needs_approval' || (entry.status === 'parked' && !own && hasFact(entry))
  const approves = fits && holdsOthers && entry.record !== undefined
  return [
    ...(own && readable && reopens(entry) ? (['reopen'] as const) : []),
    ...(approves ? (['approve'] as const) : []),
    ...(own && readable && !isDecidedBefore(entry) ? (['retry'] as const) : []),
    'copy',
    'discard',
  ]
}

const hasFact = ({ mutation }: RefusedEntry) =>
  mutation.ops.some((op) => op.op === 'create' && kinds[op.collection].sort === 'fact')

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
  op.op === 'create' && op.collection === 'draws' && op.content['sheet_id'] === '-'

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

type Target = Parameters<typeof mayChange>[1]

const mayDecide = (person: Person, target: Target | undefined) =>
  target !== undefined && mayChange({ user_id: person._id, perms: person.org_perms }, target)

/** Whether a form can be opened with what was set aside, over what stands. */
export const mayEdit = (
  { conflict, record }: ConflictEntry,
  person: Person,
  target: (Target & { deleted: boolean }) | undefined,
): boolean =>
  (FORMS.includes(conflict.record.collection) ||
    (conflict.record.collection === 'sections' && target?.deleted === false)) &&
  conflict.kind !== 'delete_of_changed' &&
  (target?.deleted === false || conflict.full !== undefined) &&
  mayDecide(person, target ?? record)

/** Whether its sender can open what was set aside of an open sheet as a sheet of its own. */
export const mayOpenSheet = (entry: ConflictEntry, person: Person): boolean =>
  entry.author_id === person._id && isSheetDraft(entry)

/** Who may decide for either side; its sender may always give up their own. */
export function choicesOf(
  { conflict, author_id }: ConflictEntry,
  person: Person,
  target: Target | undefined,
): ('theirs' | 'mine')[] {
  if (mayDecide(person, target)) return conflict.kind === 'invalid_merge' ? ['theirs'] : ['theirs', 'mine']
  return author_id === person._id ? ['theirs'] : []
}
