import { noteToResubmit } from './acknowledged.ts'
import { allTables, type ClinicDatabase } from '../database/clinic-database.ts'
import { inPieces } from '../database/in-pieces.ts'
import { beginRenewal, finishRenewal, undone } from '../outbox/lanes.ts'
import { loadOf } from '../database/load-progress.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/**
 * The server's epoch was replaced: records are loaded anew, every user gets a new lane, and all that has no effect here
 * yet is sent again under its old id, and with the next round what the old epoch took too (sync contract L6). In pieces:
 * until the last one the old epoch is the known one, in which the server takes nothing, so that one who was interrupted
 * hears of the new one again and begins anew.
 */
export async function startEpoch(clinic: ClinicDatabase, epoch: string, newId: () => string): Promise<void> {
  const known = await clinic.transaction('rw', [clinic.lanes, clinic.settings], async () => {
    if ((await readSetting(clinic, 'epoch')) === epoch) return true
    for (const lane of await clinic.lanes.toArray()) await beginRenewal(clinic, lane, newId())
    return false
  })
  if (known) return
  // Before the new epoch's cursor can tell one of them that it arrived.
  do await inPieces((size) => undoPiece(clinic, size))
  while (!(await enterEpoch(clinic, epoch)))
  // Where something is brought back it comes first.
  if (await readSetting(clinic, 'to_return')) return
  for (const { user_id } of await clinic.lanes.toArray()) await finishRenewal(clinic, user_id)
}

/** What waits for the cursor has its outcome in the old epoch only. True when nothing does any more. */
function undoPiece(clinic: ClinicDatabase, size: number): Promise<boolean> {
  return clinic.transaction('rw', [clinic.outbox, clinic.lanes], async () => {
    const rows = await clinic.outbox.where('done').equals(1).limit(size).toArray()
    await clinic.outbox.bulkPut(rows.map(undone))
    for (const lane of await clinic.lanes.toArray()) {
      const more = rows.filter(({ user_id }) => user_id === lane.user_id).length
      if (more > 0) await clinic.lanes.put({ ...lane, unsent: lane.unsent + more })
    }
    return rows.length < size
  })
}

/** False when something still waits for the old epoch's cursor. */
function enterEpoch(clinic: ClinicDatabase, epoch: string): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if ((await clinic.outbox.where('done').equals(1).count()) > 0) return false
    // What the old epoch kept of a refusal the new one may lack: a retry must not lean on it.
    const kept = await clinic.kept.toArray()
    for (const each of kept) delete each.attention_id
    await clinic.kept.bulkPut(kept)
    await noteToResubmit(clinic, epoch)
    await writeSetting(clinic, 'epoch', epoch)
    await beginReload(clinic)
    return true
  })
}

/** The first contact says which epoch this is. */
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

async function beginLoad(clinic: ClinicDatabase, only: readonly string[] | null): Promise<void> {
  await writeSetting(clinic, 'load', ((await readSetting(clinic, 'load')) ?? 0) + 1)
  await writeSetting(clinic, 'reloading', true)
  await writeSetting(clinic, 'reloading_only', only)
  await writeSetting(clinic, 'loading', loadOf({ fresh: false, partial: only !== null }, only ?? undefined))
}

/** Loads some collections anew, while the feed is followed from where it is (sync contract L3). */
export const reloadCollections = (clinic: ClinicDatabase, only: readonly string[]): Promise<void> =>
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

/** A server that knows of no such load: the feed brings everything too, from its start, also what a load of a part asked for. */
export const giveUpLoad = (clinic: ClinicDatabase): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => {
    // @rule given-up-begins-anew
    await writeSetting(clinic, 'cursor', 0)
    await writeSetting(clinic, 'loading', null)
  })

export const reloadRecords = (clinic: ClinicDatabase): Promise<void> =>
  clinic.transaction('rw', [clinic.settings], async () => await beginReload(clinic))
