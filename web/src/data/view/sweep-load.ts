import { COLLECTIONS, keyOf, type SyncRecord } from 'sync-protocol/records/envelope'
import { allTables, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { rebuildView } from './rebuild-view.ts'
import { noteServerChanges } from './server-records.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { PIECE } from './take-page.ts'
import { writeView } from './write-view.ts'

/**
 * After a reload: what the new load did not bring is no longer on the server and leaves, table by table in pieces. Runs
 * again from the start when it is interrupted.
 */
export async function sweepOldLoad(clinic: ClinicDatabase): Promise<void> {
  const load = (await readSetting(clinic, 'load')) ?? 0
  const collections = (await readSetting(clinic, 'reloading_only')) ?? COLLECTIONS
  for (const collection of collections) {
    let after: string | undefined = ''
    while (after !== undefined) after = await sweepPiece(clinic, collection, after, load)
  }
  await clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return
    const stale = await clinic.server_state
      .filter(
        ({ record, collection }) =>
          record !== null && record.load !== load && collections.includes(collection),
      )
      .toArray()
    await noteServerChanges(
      clinic,
      stale.map(({ collection, record }) => ({ collection, before: record, after: null })),
    )
    await clinic.server_state.bulkPut(stale.map((state) => ({ ...state, record: null })))
    await rebuildView(
      clinic,
      stale.map(({ key }) => key),
    )
    await writeSetting(clinic, 'reloading', false)
  })
}

function sweepPiece(
  clinic: ClinicDatabase,
  collection: SyncRecord['collection'],
  after: string,
  load: number,
): Promise<string | undefined> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return undefined
    const records = await viewOf(clinic, collection).where('_id').above(after).limit(PIECE).toArray()
    const old = records.filter((record) => record.load !== load)
    const besides = await clinic.server_state.bulkGet(old.map(keyOf))
    const gone = old.filter((_, index) => besides[index] === undefined)
    await noteServerChanges(
      clinic,
      gone.map((before) => ({ collection, before, after: null })),
    )
    await writeView(
      clinic,
      gone.map(({ _id }) => ({ collection, _id, record: undefined })),
    )
    return records.at(-1)?._id
  })
}
