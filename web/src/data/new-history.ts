import { noteToReturn } from './acknowledged.ts'
import type { Collection } from 'sync-protocol/records/envelope'
import { allTables, type ClinicDatabase } from './clinic-database.ts'
import { renewLane } from './lanes.ts'
import { loadOf } from './load-progress.ts'
import { readSetting, writeSetting } from './settings.ts'

/**
 * The server's history was replaced: records are loaded anew, every user gets a new lane, and all that has no effect here
 * yet is sent again under its old id, and with the next round what the old history took too (sync contract L6).
 */
export function startEpoch(clinic: ClinicDatabase, epoch: string, newId: () => string): Promise<void> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if ((await readSetting(clinic, 'epoch')) === epoch) return
    await clinic.outbox
      .where('done')
      .equals(1)
      .modify((row) => {
        row.done = 0
        delete row.seq
      })
    // What the old history kept of a refusal the new one may lack: a retry must not lean on it.
    await clinic.kept.toCollection().modify((kept) => {
      delete kept.attention_id
    })
    for (const lane of await clinic.lanes.toArray()) await renewLane(clinic, lane.user_id, newId())
    await noteToReturn(clinic, epoch)
    await writeSetting(clinic, 'epoch', epoch)
    await beginReload(clinic)
  })
}

/** The first contact says which history this is. */
export async function adoptEpoch(clinic: ClinicDatabase, epoch: string): Promise<void> {
  await clinic.transaction('rw', [clinic.settings], async () => {
    if ((await readSetting(clinic, 'epoch')) === undefined) await writeSetting(clinic, 'epoch', epoch)
  })
}

/** Everything is loaded anew, over what is here; the outbox is untouched (sync contract L5, T8). */
export async function beginReload(clinic: ClinicDatabase): Promise<void> {
  await writeSetting(clinic, 'cursor', 0)
  await beginLoad(clinic, null)
}

async function beginLoad(clinic: ClinicDatabase, only: readonly Collection[] | null): Promise<void> {
  await writeSetting(clinic, 'load', ((await readSetting(clinic, 'load')) ?? 0) + 1)
  await writeSetting(clinic, 'reloading', true)
  await writeSetting(clinic, 'reloading_only', only)
  await writeSetting(clinic, 'loading', loadOf({ fresh: false, partial: only !== null }, only ?? undefined))
}

/** Loads some collections anew, while the feed is followed from where it is (sync contract L3). */
export const reloadCollections = (clinic: ClinicDatabase, only: readonly Collection[]): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => {
    if (!(await readSetting(clinic, 'reloading'))) await beginLoad(clinic, only)
  })

/** At the first contact of a tablet there is a load to be done, once. */
export const beginFirstLoad = (clinic: ClinicDatabase): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => {
    if ((await readSetting(clinic, 'loading')) !== undefined) return
    const cursor = await readSetting(clinic, 'cursor')
    if (cursor !== undefined && cursor > 0) return
    if (cursor === undefined) await writeSetting(clinic, 'digests', {})
    await writeSetting(clinic, 'loading', loadOf({ fresh: cursor === undefined, partial: false }))
  })

/** A server that knows of no such load: the feed brings everything too, from its start. */
export const giveUpLoad = (clinic: ClinicDatabase): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => await writeSetting(clinic, 'loading', null))

export const reloadRecords = (clinic: ClinicDatabase): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => await beginReload(clinic))
