import { applyMutation } from 'sync-protocol/merge/apply-mutation'
import { DECIDES } from 'sync-protocol/merge/decide'
import type { Actor } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import { isWaiting } from 'sync-protocol/records/waiting'
import { viewOf } from '../database/clinic-database.ts'
import { isToLoad } from '../database/load-progress.ts'
import { readSettings } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'
import { settlesAttention, type RefusedEntry } from './attention.ts'

type Code = RefusedEntry['code']

/** What is refused for itself, for its records or for its person's permissions: all of that is known here too. */
const CAUSES: Partial<Record<Code, string>> = {
  invalid: 'invalid',
  immutable: 'immutable',
  limit: 'limit',
  forbidden: 'forbidden',
  needs_approval: 'forbidden',
  unknown_record: 'record',
  depends_on: 'record',
}

/**
 * Whether the same change would be refused once more for the same reason, were this person, its author, to send it again now.
 * Asked of the function that the server decides by, over what is known here; where that cannot tell, false. For a live query.
 */
export async function isRefusedAgain(
  entry: Pick<RefusedEntry, 'code' | 'status' | 'message' | 'raw' | 'mutation'>,
  person: { _id: string; name: string; org_perms: readonly number[] },
): Promise<boolean> {
  const cause = CAUSES[entry.code]
  if (cause === undefined || entry.raw !== undefined || isWaiting(entry)) return false
  const clinic = currentClinic()
  const [loading, cursor = 0] = await readSettings(clinic, ['loading', 'cursor'])
  const isLoaded = !isToLoad(loading, cursor)
  const sections = await viewOf(clinic, 'sections').toArray()
  const known = new Map<string, SyncRecord | undefined>()
  const actor: Actor = {
    user_id: person._id,
    user_name: person.name,
    perms: person.org_perms,
    lane: '',
    device: '',
  }
  const { mutation } = entry
  const ops = mutation.ops.filter((op) => !settlesAttention(op))
  for (;;) {
    const missing = new Map<string, { collection: Collection; _id: string }>()
    const record = (collection: Collection, _id: string) => {
      const key = keyOf({ collection, _id })
      if (!known.has(key)) missing.set(key, { collection, _id })
      return known.get(key)
    }
    const state = {
      record,
      lastContent: () => undefined,
      refusedCreation: () => false,
      // Who made which version is not known here: what stands above the version that was seen is taken for another's.
      changedByOthers: (collection: Collection, id: string, base: number) =>
        (record(collection, id)?.version ?? 0) > base,
      sectionOfKey: (key: number) => sections.find(({ content }) => content?.key === key)?._id,
      redirect: () => undefined,
      head: () => 0,
    }
    const { status, code } = applyMutation(state, { ...mutation, ops }, actor, mutation.at, DECIDES)
    for (const [key, { collection, _id }] of missing)
      known.set(key, await viewOf(clinic, collection).get(_id))
    if (missing.size > 0) continue
    if (status !== 'rejected' && status !== 'parked') return false
    // What is not here may be on the server, until all of it was read once.
    return (isLoaded || cause !== 'record') && code !== undefined && CAUSES[code] === cause
  }
}
