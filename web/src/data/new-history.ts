import { noteToReturn } from './acknowledged.ts'
import { allTables, type ClinicDatabase } from './clinic-database.ts'
import { renewLane } from './lanes.ts'
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

/** From here on the feed is read from its start; the outbox is untouched (sync contract L5, T8). */
export async function beginReload(clinic: ClinicDatabase): Promise<void> {
  await writeSetting(clinic, 'cursor', 0)
  await writeSetting(clinic, 'load', ((await readSetting(clinic, 'load')) ?? 0) + 1)
  await writeSetting(clinic, 'reloading', true)
}

export const reloadRecords = (clinic: ClinicDatabase): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => await beginReload(clinic))
