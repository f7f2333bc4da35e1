import type { Collection } from 'sync-protocol/records/envelope'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import { dismissOps, waitingEntry, type RefusedEntry } from '../attention/attention.ts'
import type { JsonObject } from 'sync-protocol/records/json'
import { viewOf } from '../database/clinic-database.ts'
import type { KeptForm } from '../database/clinic-rows.ts'
import { answerTo } from '../attention/conflict-answer.ts'
import type { Intent } from '../outbox/save.ts'
import { saveTogether } from '../outbox/save-together.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

export type { KeptForm } from '../database/clinic-rows.ts'

export type NewForm = Omit<KeptForm, 'key' | 'user_id' | 'at'>
export type FormName = Pick<KeptForm, 'collection' | '_id' | 'refused'>

const keyOfForm = ({ collection, _id, refused }: FormName) =>
  [currentUser()._id, collection, _id, ...(refused === undefined ? [] : [refused])].join('/')

/** Keeps what is typed, in the tablet's database: a reload, a crash and a sign-out lose nothing. */
export async function keepForm(form: NewForm): Promise<KeptForm> {
  const kept = { ...form, key: keyOfForm(form), user_id: currentUser()._id, at: new Date().toISOString() }
  await currentClinic().kept_forms.put(kept)
  return kept
}

export const dropForm = (name: FormName): Promise<void> => currentClinic().kept_forms.delete(keyOfForm(name))

let givingUp: Promise<unknown> = Promise.resolve()

/** Keeps nothing of a form any more, once the last write of it is over. */
export function giveUpForm(name: FormName, lastWrite: Promise<void>): Promise<void> {
  const gone = lastWrite.then(() => dropForm(name))
  givingUp = Promise.allSettled([givingUp, gone])
  return gone
}

/** Resolves when nothing is kept of the forms that were given up: who opens one at once begins with the record. */
export async function allGivenUp(): Promise<void> {
  await givingUp
}

export const keptForm = (name: FormName): Promise<KeptForm | undefined> =>
  currentClinic().kept_forms.get(keyOfForm(name))

/** The form of this key, if it is the signed-in user's. */
export async function keptFormAt(key: string): Promise<KeptForm | undefined> {
  const form = await currentClinic().kept_forms.get(key)
  return form?.user_id === currentUser()._id ? form : undefined
}

/** The signed-in user's forms of a collection that are not saved yet, the newest first; for a query that stays live. */
export async function keptForms(collection: Collection): Promise<KeptForm[]> {
  const forms = await currentClinic()
    .kept_forms.where('[user_id+collection]')
    .equals([currentUser()._id, collection])
    .toArray()
  return forms.sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** What a form answers was decided while it was open: its person sees that before anything is saved over the decision (M9). */
export class DecidedMeanwhileError extends Error {
  override name = 'DecidedMeanwhileError'
}

/** Who decided, and when; neither where that is not known, or where it was the signed-in user. */
export interface Decision {
  by?: string
  at?: string
}

/** What was decided on what a form answers in Needs attention; null while it waits, or where the form answers nothing. For a live query. */
export async function decidedBy(refused: string | undefined): Promise<Decision | null> {
  if (refused === undefined || (await waitingEntry(refused)) !== undefined) return null
  const clinic = currentClinic()
  const conflict = await viewOf(clinic, 'conflicts').get(refused)
  const answered = conflict ?? (await viewOf(clinic, 'attention').get(attentionIdOf(refused)))
  const settled = answered?.content?.settled
  if (settled === undefined || settled.by === currentUser()._id) return {}
  return { by: settled.by_name, at: settled.at }
}

/**
 * Saves a form: the change, and the end of what was kept, in one transaction. What it answers in Needs attention is settled by
 * a mutation of its own: one that settles what somebody has settled already is without effect as a whole. Null for a form
 * that leaves the record as it stands. Where it was decided meanwhile, the person has to be `told` first: rejects with a
 * `DecidedMeanwhileError`; a fact that was to be completed is then nobody's to complete any more. Gives the id of what was
 * saved, where anything was.
 */
export async function saveForm(
  form: FormName & Pick<KeptForm, 'restores' | 'completes'>,
  intent: Intent | null,
  told = false,
): Promise<string | undefined> {
  const { refused } = form
  const entry = refused === undefined ? undefined : await waitingEntry(refused)
  if (refused !== undefined && entry === undefined && !(told && form.completes === undefined))
    throw new DecidedMeanwhileError()
  const completes = form.completes !== undefined && intent !== null && entry?.sort === 'refused'
  const intents = completes ? [completing(entry, intent)] : intentsFor(entry, intent, form.restores)
  const [saved] = await saveTogether(intents, async (clinic) => {
    await clinic.kept_forms.delete(keyOfForm(form))
    if (refused !== undefined && intent !== null) await clinic.kept.delete(refused)
  })
  return saved?.mutation_id
}

/** Approves a parked fact with the content that the form made of it (sync contract P8). */
function completing({ record, mutation }: RefusedEntry, intent: Intent): Intent {
  if (record === undefined) throw new Error('Only what the server has can be completed.')
  const ops = mutation.ops.map((op) => {
    const made = intent.ops.find((each) => each.op === 'create' && each._id === op._id)
    return op.op === 'create' && made?.op === 'create' ? { ...op, content: made.content } : op
  })
  const set = { ops: ops as JsonObject[] }
  const { _id, version: base } = record
  return {
    action: 'attention.complete',
    ops: [{ op: 'settle', collection: 'attention', _id, base, choice: 'edited', set }],
  }
}

function intentsFor(
  entry: Awaited<ReturnType<typeof waitingEntry>>,
  intent: Intent | null,
  restores?: true,
): Intent[] {
  if (entry?.sort === 'conflict') return answerTo(entry, intent, restores)
  if (intent === null) return []
  const ops = entry === undefined ? [] : dismissOps(entry)
  return ops.length === 0 ? [intent] : [intent, { action: 'attention.discard', ops }]
}
