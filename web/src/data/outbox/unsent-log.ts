import type { LogLook } from 'sync-protocol/log/log-look'
import { logMessage } from 'sync-protocol/log/log-message'
import type { Mutation } from 'sync-protocol/records/mutation'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import { correctedTime } from 'sync-protocol/rules/time'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { authorOf } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

/** What this tablet did and has not sent yet, as the action log will say it. */
export interface UnsentAction {
  id: string
  at: string
  user_name: string
  message: string
}

/** Newest first, of every user of this tablet. */
export async function unsentActions(): Promise<UnsentAction[]> {
  const clinic = currentClinic()
  const rows = await clinic.outbox.where('done').equals(0).sortBy('order')
  const unsent = rows.filter((row) => row.withdrawn === 0).toReversed()
  const messageOf = await messagesOf(
    clinic,
    unsent.map(({ body }) => body),
  )
  return unsent.flatMap((row) => {
    const { id, body } = row
    const { user_name } = authorOf(row)
    const message = messageOf(body)
    const { at } = correctedTime(body.at, body.clock_offset_ms)
    return message === null ? [] : [{ id, at, user_name, message }]
  })
}

/** What changes of this tablet are in words; null for those that the log does not tell. */
export async function messagesOf(
  clinic: ClinicDatabase,
  mutations: readonly Mutation[],
): Promise<(mutation: Mutation) => string | null> {
  const look = await lookOf(clinic, mutations)
  return (mutation) => logMessage(mutation, look, { status: 'unsent' })
}

/** What the server has of the records where this tablet knows it, else what this tablet shows. */
async function lookOf(clinic: ClinicDatabase, mutations: readonly Mutation[]): Promise<LogLook> {
  const names = [...new Map(mutations.flatMap(({ ops }) => ops.map((op) => [keyOf(op), op]))).values()]
  const [states, views, sections] = await Promise.all([
    clinic.server_state.bulkGet(names.map(keyOf)),
    Promise.all(names.map(({ collection, _id }) => viewOf(clinic, collection).get(_id))),
    viewOf(clinic, 'sections').toArray(),
  ])
  const known = new Map<string, SyncRecord>()
  names.forEach((name, index) => {
    const record = states[index]?.record ?? views[index]
    if (record) known.set(keyOf(name), record)
  })
  const titles = new Map(sections.map(({ content }) => [content?.key, content?.title_p]))
  const find = (collection: Collection, _id: string) => known.get(keyOf({ collection, _id }))
  return {
    before: (collection, _id) => find(collection, _id)?.content ?? undefined,
    after: () => undefined,
    authorOf: (collection, _id) => find(collection, _id)?.meta.author_name,
    sectionTitle: (key) => {
      const title = titles.get(key)
      return typeof title === 'string' ? title : undefined
    },
  }
}
