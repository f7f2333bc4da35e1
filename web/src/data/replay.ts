import { applyMutation } from 'sync-protocol/merge/apply-mutation'
import type { Actor } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { Mutation } from 'sync-protocol/records/mutation'

export interface Shown {
  /** New states, their version still that of the mutation's own count. */
  changes: SyncRecord[]
  /** Every record that it read or changed, as collection/_id. */
  keys: string[]
}
type Load = (missing: readonly { collection: Collection; _id: string }[]) => Promise<void>

/**
 * Shows what a pending mutation does, optimistically, over `known` records. What it reads and is not known yet is loaded,
 * and it is run again: it is pure, so that costs nothing but time.
 */
export async function showMutation(
  known: Map<string, SyncRecord | undefined>,
  load: Load,
  mutation: Mutation,
  actor: Actor,
): Promise<Shown> {
  const read = new Map<string, { collection: Collection; _id: string }>()
  for (const { collection, _id } of mutation.ops) read.set(keyOf({ collection, _id }), { collection, _id })
  for (;;) {
    const missing = [...read.entries()].filter(([key]) => !known.has(key)).map(([, name]) => name)
    if (missing.length > 0) await load(missing)
    const { changes } = applyMutation(
      {
        record(collection, _id) {
          const key = keyOf({ collection, _id })
          read.set(key, { collection, _id })
          return known.get(key)
        },
        lastContent: () => undefined,
        refusedCreation: () => false,
        changedByOthers: () => false,
        sectionOfKey: () => undefined,
        redirect: () => undefined,
      },
      mutation,
      actor,
      mutation.at,
      'optimistic',
    )
    if ([...read.keys()].every((key) => known.has(key)))
      return { changes, keys: [...new Set([...read.keys(), ...changes.map(keyOf)])] }
  }
}
