import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { tellingOfFailure } from '../../../data/failure-log.ts'
import { getRecords, standingOf } from '../../../data/records.ts'
import { intentsOf, saveTogether } from '../../../data/save-together.ts'
import type { LibraryKind } from './library-kind.ts'

/** What was deleted, as it stood. */
export interface Deleted {
  _id: string
  content: JsonObject
}

const namesOf = (records: readonly { content: JsonObject | null }[]) =>
  records
    .flatMap(({ content }) => (typeof content?.['name'] === 'string' ? [content['name']] : []))
    .join(', ')

/** Deletes them all or none; gives what an UNDO needs. */
export async function deleteRecords(
  { collection, subject }: LibraryKind,
  ids: readonly string[],
): Promise<Deleted[]> {
  const records = await getRecords(collection, ids)
  const ops = records.map(({ _id, version }): Op => ({ op: 'delete', collection, _id, base: version }))
  await tellingOfFailure(`${subject}.delete_failed`, namesOf(records), () =>
    saveTogether(intentsOf(`${subject}.delete`, ops)),
  )
  return records.flatMap(({ _id, content }) => (content === null ? [] : [{ _id, content }]))
}

/**
 * Brings back what is still deleted, as it stood: one change. What lives again, brought back by somebody else or never
 * deleted on the server because others had changed it, is left as it is. Says how many it restored.
 */
export async function restoreRecords(
  { collection, subject }: LibraryKind,
  deleted: readonly Deleted[],
): Promise<number> {
  const standing = await standingOf(
    collection,
    deleted.map(({ _id }) => _id),
  )
  const ops = deleted.flatMap(({ _id, content }): Op[] => {
    const record = standing.get(_id)
    if (record !== undefined && !record.deleted) return []
    return [{ op: 'restore', collection, _id, base: record?.version ?? 0, content }]
  })
  await tellingOfFailure(`${subject}.restore_failed`, namesOf(deleted), () =>
    saveTogether(intentsOf(`${subject}.restore`, ops)),
  )
  return ops.length
}
