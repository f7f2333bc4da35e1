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

type Names = ReadonlyMap<string, { collection: Collection; _id: string }>

/**
 * Shows what a pending mutation does, optimistically, over `known` records; or says what it reads that is not known. It never
 * waits: Dexie loses its transaction after a hundred awaits of anything else, and an outbox may be longer than that.
 */
export function showIfKnown(
  known: ReadonlyMap<string, SyncRecord | undefined>,
  mutation: Mutation,
  actor: Actor,
): Shown | Names {
  const read = new Map<string, { collection: Collection; _id: string }>()
  const unknown = () => new Map([...read].filter(([key]) => !known.has(key)))
  for (const { collection, _id } of mutation.ops) read.set(keyOf({ collection, _id }), { collection, _id })
  if (unknown().size > 0) return unknown()
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
      head: () => 0,
    },
    mutation,
    actor,
    mutation.at,
    'optimistic',
  )
  if (unknown().size > 0) return unknown()
  return { changes, keys: [...new Set([...read.keys(), ...changes.map(keyOf)])] }
}

export const isShow = (shown: Shown | Names): shown is Shown => 'changes' in shown

/** The same, with what it reads loaded: it is pure, so running it again costs nothing but time. */
export async function showMutation(
  known: Map<string, SyncRecord | undefined>,
  load: Load,
  mutation: Mutation,
  actor: Actor,
): Promise<Shown> {
  for (;;) {
    const shown = showIfKnown(known, mutation, actor)
    if (isShow(shown)) return shown
    await load([...shown.values()])
  }
}
