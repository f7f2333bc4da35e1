import { sameDigest, type Digests } from 'sync-protocol/records/digest'
import type { Collection } from 'sync-protocol/records/envelope'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { readSettings, writeSetting } from '../database/settings.ts'
import type { ViewChange } from './view-changes.ts'

/**
 * Notes, in the transaction that changes records, which ones the kept lists do not have as they are now. What a person saves
 * is noted by its row in the outbox until that leaves: a save writes nothing for it.
 */
export async function noteListChanges(
  clinic: ClinicDatabase,
  changes: ReadonlyMap<Collection, readonly ViewChange[]>,
): Promise<void> {
  const [lists, loading] = await readSettings(clinic, ['kept_lists', 'loading'])
  const changed = [...changes].filter(([collection]) => lists?.[collection] !== undefined)
  if (changed.length === 0) return
  // A load brings all of a collection: its list is kept anew afterwards.
  if (loading) {
    const left = { ...lists }
    for (const [collection] of changed) delete left[collection]
    await writeSetting(clinic, 'kept_lists', left)
    return
  }
  const rows = changed.map(([collection, list]) => ({ collection, ids: list.map(({ _id }) => _id) }))
  // @rule kept-list-notes
  await clinic.list_changes.bulkAdd(rows)
}

/**
 * Says, in the transaction that changes what this tablet has of the server's, that the kept lists know of it. One that does
 * not know of what was there before, since an app that notes nothing stored it, stays behind until it is kept anew.
 */
export async function noteListDigests(
  clinic: ClinicDatabase,
  before: Digests,
  after: Digests,
  changed: ReadonlySet<Collection>,
): Promise<void> {
  const [lists, loading] = await readSettings(clinic, ['kept_lists', 'loading'])
  if (lists === undefined || loading) return
  const next = { ...lists }
  let differs = false
  for (const collection of changed) {
    const list = next[collection]
    if (list === undefined || sameDigest(before[collection], after[collection])) continue
    if (/* @rule kept-list-behind */ !sameDigest(list.digest, before[collection])) continue
    next[collection] = { ...list, digest: after[collection] }
    differs = true
  }
  if (differs) await writeSetting(clinic, 'kept_lists', next)
}
