import type { AttentionContent } from 'sync-protocol/records/attention'
import type { Collection } from 'sync-protocol/records/envelope'
import type { Op } from 'sync-protocol/records/mutation'
import type { ClinicDatabase, KeptForm } from './clinic-database.ts'
import { viewOf } from './clinic-database.ts'
import type { Intent } from './save.ts'
import { saveTogether } from './save-together.ts'
import { currentClinic, currentUser } from './signed-in.ts'

export type { KeptForm } from './clinic-database.ts'

type FormName = Pick<KeptForm, 'collection' | '_id'>

const keyOfForm = ({ collection, _id }: FormName) => `${currentUser()._id}/${collection}/${_id}`

/** Keeps what is typed, in the tablet's database: a reload, a crash and a sign-out lose nothing. */
export async function keepForm(form: Omit<KeptForm, 'key' | 'user_id' | 'at'>): Promise<void> {
  await currentClinic().kept_forms.put({
    ...form,
    key: keyOfForm(form),
    user_id: currentUser()._id,
    at: new Date().toISOString(),
  })
}

export const dropForm = (name: FormName): Promise<void> => currentClinic().kept_forms.delete(keyOfForm(name))

export const keptForm = (name: FormName): Promise<KeptForm | undefined> =>
  currentClinic().kept_forms.get(keyOfForm(name))

/** The signed-in user's forms of a collection that are not saved yet, the newest first; for a query that stays live. */
export async function keptForms(collection: Collection): Promise<KeptForm[]> {
  const forms = await currentClinic()
    .kept_forms.where('[user_id+collection]')
    .equals([currentUser()._id, collection])
    .toArray()
  return forms.sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** The settling of what waits in Needs attention because of this mutation, and of the earlier tries that it carried. */
async function endRefused(clinic: ClinicDatabase, mutationId: string): Promise<Intent[]> {
  const attention = viewOf(clinic, 'attention')
  const [records, kept] = await Promise.all([
    attention.where('content.mutation.id').equals(mutationId).toArray(),
    clinic.kept.get(mutationId),
  ])
  const mutations = records.map(({ content }) => (content as unknown as AttentionContent | null)?.mutation)
  const earlier = [...mutations, kept?.mutation].flatMap((mutation) =>
    (mutation?.ops ?? []).flatMap((op) =>
      op.op === 'settle' && op.collection === 'attention' ? [op._id] : [],
    ),
  )
  const before = (await attention.bulkGet(earlier)).flatMap((record) => record ?? [])
  const ops = [...records, ...before]
    .filter((record) => !record.deleted && record.content !== null && !record.content['settled'])
    .map(({ _id, version }): Op => ({
      op: 'settle',
      collection: 'attention',
      _id,
      base: version,
      choice: 'dismiss',
    }))
  return ops.length === 0 ? [] : [{ action: 'attention.discard', ops }]
}

/**
 * Saves a form: the change, and the end of what was kept, in one transaction. What the form repeats is settled by a mutation
 * of its own: one that settles what somebody has settled already is without effect as a whole.
 */
export async function saveForm(form: FormName & { refused?: string }, intent: Intent): Promise<void> {
  const { refused } = form
  const ended = refused === undefined ? [] : await endRefused(currentClinic(), refused)
  await saveTogether([intent, ...ended], async (clinic) => {
    await clinic.kept_forms.delete(keyOfForm(form))
    if (refused !== undefined) await clinic.kept.delete(refused)
  })
}
