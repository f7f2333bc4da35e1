import type { RecordName } from 'sync-protocol/merge/merge-state'
import type { Pushed } from 'sync-protocol/merge/push-state'
import { collection, keyOf } from 'sync-protocol/records/envelope'
import { id } from 'sync-protocol/records/fields'
import * as z from 'zod'

const named = z.object({ collection, _id: id })

/** The records that the operations of pushed mutations name, as far as they can be read: the mutations are checked later. */
export function namesIn(mutations: readonly Pushed[]): RecordName[] {
  const names = new Map<string, RecordName>()
  for (const mutation of mutations) {
    const { ops } = mutation as { ops?: unknown }
    if (!Array.isArray(ops)) continue
    for (const op of ops) {
      const name = named.safeParse(op)
      if (name.success) names.set(keyOf(name.data), name.data)
    }
  }
  return [...names.values()]
}
