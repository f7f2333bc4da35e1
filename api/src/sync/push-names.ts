import type { RecordName } from 'sync-protocol/merge/merge-state'
import type { Pushed } from 'sync-protocol/merge/push-state'
import { collection, COLLECTIONS, keyOf } from 'sync-protocol/records/envelope'
import { id } from 'sync-protocol/records/fields'
import * as z from 'zod'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const COLLECTION: ReadonlySet<unknown> = new Set(COLLECTIONS)

/** What almost every operation says. */
const isNamed = (op: unknown): op is RecordName =>
  typeof op === 'object' &&
  op !== null &&
  '_id' in op &&
  typeof op._id === 'string' &&
  ID.test(op._id) &&
  'collection' in op &&
  COLLECTION.has(op.collection)

const named = z.object({ collection, _id: id })

/** A delete that was set aside is undone with its conflict. */
function undoneBy(op: unknown): RecordName | undefined {
  const undoes = typeof op === 'object' && op !== null && 'undoes' in op ? op.undoes : undefined
  return typeof undoes === 'string' && ID.test(undoes) ? { collection: 'conflicts', _id: undoes } : undefined
}

/** The records that the operations of pushed mutations name, as far as they can be read: the mutations are checked later. */
export function namesIn(mutations: readonly Pushed[]): RecordName[] {
  const names = new Map<string, RecordName>()
  for (const mutation of mutations) {
    const { ops } = mutation as { ops?: unknown }
    if (!Array.isArray(ops)) continue
    for (const op of ops) {
      const name = isNamed(op) ? { collection: op.collection, _id: op._id } : named.safeParse(op).data
      if (name) names.set(keyOf(name), name)
      const undone = undoneBy(op)
      if (undone) names.set(keyOf(undone), undone)
    }
  }
  return [...names.values()]
}
