import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { nameIn } from 'sync-protocol/records/kinds'
import type { Op } from 'sync-protocol/records/mutation'
import { conflictOf } from 'sync-protocol/records/mutation-hash'
import { tellingOfFailure } from '../../../data/outbox/failure-log.ts'
import { getRecords, currentOf } from '../../../data/view/records.ts'
import { intentsOf, saveTogether } from '../../../data/outbox/save-together.ts'
import type { LibraryKind } from './library-kind.ts'

/** What was deleted, as it stood. */
export interface Deleted {
  _id: string
  content: JsonObject
  /** The conflict that its deletion becomes where others changed it meanwhile. */
  conflict: string
}

/** Bytes of what was seen that go with a deletion: of many records at once nobody looks at each. */
const SEEN_BYTES = 30_000

const seenOf = (records: readonly { content: JsonObject | null }[]): boolean =>
  new TextEncoder().encode(JSON.stringify(records.map(({ content }) => content))).length <= SEEN_BYTES

const namesOf = (collection: Collection, records: readonly { content: JsonObject | null }[]) =>
  records
    .map(({ content }) => nameIn(collection, content))
    .filter((name) => name !== '')
    .join(', ')

/** Deletes them all or none; gives what an UNDO needs. */
export async function deleteRecords(
  { collection, subject }: LibraryKind,
  ids: readonly string[],
): Promise<Deleted[]> {
  const records = await getRecords(collection, ids)
  const isTold = seenOf(records)
  const ops = records.map(({ _id, version, content }): Op => ({
    op: 'delete',
    collection,
    _id,
    base: version,
    ...(isTold && content !== null && { was: content }),
  }))
  const intents = intentsOf(`${subject}.delete`, ops)
  const saved = await tellingOfFailure(`${subject}.delete_failed`, namesOf(collection, records), () =>
    saveTogether(intents),
  )
  const conflicts = intents.flatMap(({ ops: own }, at) =>
    own.map((_, index) => conflictOf(saved[at]?.mutation_id ?? '', index)),
  )
  return records.flatMap(({ _id, content }, at) =>
    content === null ? [] : [{ _id, content, conflict: conflicts[at] ?? '' }],
  )
}

/**
 * Brings back what is still deleted, as it stood: one change. What lives again, brought back by somebody else or never
 * deleted on the server because others had changed it, is left as it is, with nothing to decide. Says how many it restored.
 */
export async function restoreRecords(
  { collection, subject }: LibraryKind,
  deleted: readonly Deleted[],
): Promise<number> {
  const current = await currentOf(
    collection,
    deleted.map(({ _id }) => _id),
  )
  const waiting = new Set(
    (
      await getRecords(
        'conflicts',
        deleted.map(({ conflict }) => conflict),
      )
    ).flatMap(({ _id, content }) => (content?.settled === undefined ? [_id] : [])),
  )
  const lives = (_id: string) => current.get(_id)?.deleted === false
  // Of one that lives only the question goes, whether it is to be deleted all the same.
  const ops = deleted.flatMap(({ _id, content, conflict }): Op[] =>
    lives(_id) && !waiting.has(conflict)
      ? []
      : [
          {
            op: 'restore',
            collection,
            _id,
            base: current.get(_id)?.version ?? 0,
            content,
            undoes: conflict,
          },
        ],
  )
  await tellingOfFailure(`${subject}.restore_failed`, namesOf(collection, deleted), () =>
    saveTogether(intentsOf(`${subject}.restore`, ops)),
  )
  return ops.filter((op) => !lives(op._id)).length
}
