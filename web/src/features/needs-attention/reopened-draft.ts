import { safeParseKnown } from 'sync-protocol/records/known'
import { valueAt, withValues } from 'sync-protocol/merge/field-paths'
import { withMine } from 'sync-protocol/merge/three-way'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import type { Op } from 'sync-protocol/records/mutation'
import { decideOver, dismissOps } from '../../data/attention/attention.ts'
import type { ConflictEntry, RefusedEntry } from '../../data/attention/attention.ts'
import { newId } from '../../data/database/ids.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { sheetsSavedFrom } from '../../data/drafts/followed-sheet.ts'
import { getRecord } from '../../data/view/records.ts'
import { save } from '../../data/outbox/save.ts'
import { tableTyped } from '../../data/attention/entered-tables.ts'
import { mainOps } from './entry-words.ts'
import { NotReopenedError } from './not-reopened.ts'

const isTyping = (op: Op) => op.collection === 'drafts' && (op.op === 'create' || op.op === 'update')

/** Whether a refused change is what was typed into an open sheet, and nothing else. */
export const typesSheet = ({ mutation }: RefusedEntry): boolean =>
  mainOps(mutation).every(isTyping) && mutation.ops.some(isTyping) && tableTyped(mutation) === undefined

/** What that patient's sheet was saved as: from this very open one, or before it. One that was refused was not saved. */
async function savedBefore(from: string, { saved_as }: SheetDraft): Promise<string | null> {
  const saved = await sheetsSavedFrom(currentClinic(), from, await getRecord('drafts', from))
  if (saved.length > 0) return saved.at(-1)?._id ?? null
  return saved_as !== null && (await getRecord('sheets', saved_as)) !== undefined ? saved_as : null
}

async function opening(draftId: string, from: string, content: JsonObject): Promise<Op> {
  const draft = safeParseKnown(sheetDraft, content)
  if (!draft.success) throw new NotReopenedError('not a whole sheet', { cause: draft.error })
  const saved_as = /* @rule other-corrects */ await savedBefore(from, draft.data)
  return { op: 'create', collection: 'drafts', _id: draftId, content: { ...content, saved_as } }
}

/** Nothing was typed into it since: each field is as it was seen. */
const isAsSeen = (content: JsonObject, was: JsonObject) =>
  Object.entries(was).every(([path, seen]) => sameJson(valueAt(content, path) ?? null, seen ?? null))

/**
 * Opens a sheet with all that was typed and refused. The draft that lives ends only where it holds nothing newer. Gives the id
 * of the draft that is open.
 */
export async function reopenTyped(entry: RefusedEntry): Promise<string> {
  const typed = [...entry.beside, entry].flatMap(({ mutation }) => mutation.ops.filter(isTyping))
  const [first] = typed
  if (first === undefined) throw new NotReopenedError('nothing was typed')
  const living = await getRecord('drafts', first._id)
  const stands = living?.deleted === false ? living.content : null
  const seen = first.op === 'update' ? first.was : {}
  const start = withValues(stands ?? {}, seen)
  const content = typed.reduce((now, op) => {
    if (op.op === 'create') return op.content
    return op.op === 'update' ? withValues(now, op.set) : now
  }, start)
  const draftId = newId()
  const end: Op[] =
    living !== undefined && stands !== null && isAsSeen(stands, seen)
      ? [{ op: 'delete', collection: 'drafts', _id: living._id, base: living.version }]
      : []
  const ops = [await opening(draftId, first._id, content), ...end, ...dismissOps(entry)]
  await decideOver(entry, { action: 'attention.reopen', ops })
  return draftId
}

/** Whether two versions of an open sheet met, and not of a table: those are kept as two by themselves. */
export const isSheetDraft = ({ conflict }: ConflictEntry): boolean =>
  conflict.record.collection === 'drafts' &&
  conflict.kind !== 'delete_of_changed' &&
  conflict.groups.every(({ mine }) => !('table' in mine))

/**
 * Opens the version of a sheet that was set aside as a sheet of its own; what stands stays as it is, also where it is open on
 * another tablet. Gives the id of the draft that is open.
 */
export async function openSetAside({ record, conflict }: ConflictEntry): Promise<string> {
  const target = await getRecord('drafts', conflict.record._id)
  const stands = target?.deleted === false ? target.content : conflict.full
  if (stands === undefined || stands === null)
    throw new NotReopenedError('the rest of the sheet is not known')
  const content = withMine(kinds.drafts, stands, conflict.groups)
  const draftId = newId()
  await save({
    action: 'attention.reopen',
    ops: [
      await opening(draftId, conflict.record._id, content),
      { op: 'settle', collection: 'conflicts', _id: record._id, base: record.version, choice: 'theirs' },
    ],
  })
  return draftId
}
