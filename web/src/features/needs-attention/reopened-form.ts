import { withValues } from 'sync-protocol/merge/field-paths'
import { patientIn } from 'sync-protocol/records/draw'
import type { JsonObject } from 'sync-protocol/records/json'
import type { AnyContent } from 'sync-protocol/records/kinds'
import type { OpOf } from 'sync-protocol/records/mutation'
import { fieldsOf, textIn } from 'sync-protocol/records/unchecked'
import { isWaiting } from 'sync-protocol/records/waiting'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { keepForm, keptForm } from '../../data/drafts/kept-forms.ts'
import type { KeptForm, NewForm } from '../../data/drafts/kept-forms.ts'
import { getRecord, currentOf } from '../../data/view/records.ts'
import { drawToComplete, formOpIn } from './entry-choices.ts'
import { NotReopenedError } from './not-reopened.ts'

/** A draw is called by its patient. */
export const nameIn = (content: JsonObject): string =>
  textIn(fieldsOf<AnyContent>(content).name ?? patientIn(content).patient_name)

/** A drug may be of both species: its form opens among the first of them. */
export function speciesIn(content: JsonObject): 0 | 1 {
  const found = fieldsOf<AnyContent>(content).species ?? patientIn(content).species
  const [first] = Array.isArray(found) ? found : [found]
  return first === 1 ? 1 : 0
}

const ofCreation = ({ collection, _id, content }: OpOf<'create'>): NewForm => ({
  collection,
  _id,
  mode: 'create',
  species: speciesIn(content),
  intended: content,
  name: nameIn(content),
})

/** What the person had seen: the fields that were changed as they saw them, the others as they stand. */
async function ofUpdate({ collection, _id, base, set, was }: OpOf<'update'>): Promise<NewForm> {
  const record = await getRecord(collection, _id)
  if (record === undefined || record.content === null) throw new NotReopenedError('the record was deleted')
  const content = withValues(record.content, was)
  const intended = withValues(content, set)
  return {
    collection,
    _id,
    mode: 'edit',
    species: speciesIn(content),
    seen: { version: base, author_id: record.meta.author_id, content },
    intended,
    name: nameIn(intended),
  }
}

/**
 * Why what was refused, an edit, finds no record to be an edit of: the rest of it is not known here. 'never' where its record
 * was not accepted either; null for anything else.
 */
export async function missingRecord(entry: RefusedEntry): Promise<'deleted' | 'never' | null> {
  const op = formOpIn(entry)
  if (op?.op !== 'update') return null
  const record = await getRecord(op.collection, op._id)
  if (record !== undefined && record.content !== null) return null
  return entry.code === 'depends_on' ? 'never' : 'deleted'
}

/** Whether what waits after a restore has its records here, and waits for an earlier change of one of them. */
export async function comesBeforeEarlier(entry: RefusedEntry): Promise<boolean> {
  if (!isWaiting(entry)) return false
  const about = entry.mutation.ops.filter(({ op }) => op !== 'create')
  const found = await Promise.all(
    about.map(async ({ collection, _id }) => (await currentOf(collection, [_id])).size > 0),
  )
  return found.every(Boolean)
}

/**
 * Keeps a form that holds again what was entered. The entry stays where it is until that form is saved, so that closing the
 * form loses nothing; a form that was reopened before is as it was left.
 */
export async function reopenForm(entry: RefusedEntry): Promise<KeptForm> {
  const op = formOpIn(entry)
  if (op === undefined) throw new NotReopenedError('not one record of a library')
  const name = { collection: op.collection, _id: op._id, refused: entry.key }
  const left = await keptForm(name)
  if (left !== undefined) return left
  const form = op.op === 'create' ? ofCreation(op) : await ofUpdate(op)
  return keepForm({ ...form, refused: entry.key })
}

/** Keeps the form of a parked draw, to be completed under its author's name; one that was begun before is as it was left. */
export async function completeForm(entry: RefusedEntry): Promise<KeptForm> {
  const op = drawToComplete(entry)
  if (op === undefined) throw new NotReopenedError('no draw to complete')
  const { key, author_name, message } = entry
  const left = await keptForm({ collection: op.collection, _id: op._id, refused: key })
  return left ?? keepForm({ ...ofCreation(op), refused: key, completes: { author_name, message } })
}
