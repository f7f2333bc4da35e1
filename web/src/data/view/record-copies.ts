import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { viewOf } from '../database/clinic-database.ts'
import { currentClinic } from '../database/signed-in.ts'

/** What this tablet holds of these records as the server has them, by id; one that it changes itself is left out. */
export async function copiesHere(
  collection: Collection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SyncRecord>> {
  const found = await viewOf(currentClinic(), collection).bulkGet([...ids])
  return new Map(found.flatMap((record) => (record && record.pending !== true ? [[record._id, record]] : [])))
}
