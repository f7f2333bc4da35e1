import { COLLECTIONS, keyOf, type Collection } from 'sync-protocol/records/envelope'
import { allTables, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
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
  const only = await readSetting(clinic, 'reloading_only')
  const isLoaded = (name: string) => only?.includes(name) ?? true
  for (const collection of COLLECTIONS.filter(isLoaded)) {
    let after: string | undefined = ''
    while (after !== undefined) after = await sweepPiece(clinic, collection, after, load)
  }
  let unread: string | undefined = ''
  while (unread !== undefined) unread = await sweepUnread(clinic, isLoaded, unread, load)
  await clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return
    const stale = await clinic.server_state
      .filter(({ record, collection }) => record !== null && record.load !== load && isLoaded(collection))
      .toArray()
    await noteGone(
      clinic,
      stale.flatMap(({ record }) => record ?? []),
    )
    await clinic.server_state.bulkPut(stale.map((state) => ({ ...state, record: null })))
    await rebuildView(
      clinic,
      stale.map(({ key }) => key),
    )
    await writeSetting(clinic, 'reloading', false)
  })
}

async function noteGone(clinic: ClinicDatabase, records: readonly ViewRecord[]): Promise<void> {
  const digests = await readSetting(clinic, 'digests')
  const changes = records.map((before) => ({ collection: before.collection, before, after: null }))
  await noteServerChanges(clinic, digests, changes)
}

function sweepPiece(
  clinic: ClinicDatabase,
  collection: Collection,
  after: string,
  load: number,
): Promise<string | undefined> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return undefined
    const records = await viewOf(clinic, collection).where('_id').above(after).limit(PIECE).toArray()
    const old = records.filter((record) => record.load !== load)
    const besides = await clinic.server_state.bulkGet(old.map(keyOf))
    const gone = old.filter((_, index) => besides[index] === undefined)
    await noteGone(clinic, gone)
    await writeView(
      clinic,
      gone.map(({ _id }) => ({ collection, _id, record: undefined })),
    )
    return records.at(-1)?._id
  })
}

/** The same for what is of collections that this release does not know. */
function sweepUnread(
  clinic: ClinicDatabase,
  isLoaded: (collection: string) => boolean,
  after: string,
  load: number,
): Promise<string | undefined> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return undefined
    const rows = await clinic.unread.where('key').above(after).limit(PIECE).toArray()
    const gone = rows.filter(({ record }) => record.load !== load && isLoaded(record.collection))
    await noteGone(
      clinic,
      gone.map(({ record }) => record),
    )
    await clinic.unread.bulkDelete(gone.map(({ key }) => key))
    return rows.at(-1)?.key
  })
}
