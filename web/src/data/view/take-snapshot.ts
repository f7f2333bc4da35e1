import { sameJson } from 'sync-protocol/records/json'
import { allTables, type ClinicDatabase } from '../database/clinic-database.ts'
import type { LoadProgress, SnapshotPiece } from '../database/load-progress.ts'
import { rebuildView } from './rebuild-view.ts'
import { readKnownRecords, storeServerRecords } from './server-records.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { dropArrived, forgetKept, PIECE_WITH_OWN } from './take-page.ts'

export interface LoadPlace {
  epoch: string
  load: number
  progress: LoadProgress
}

/**
 * Takes one piece of a load, if it starts where this tablet's load stands: records and the place that is reached by them in
 * one transaction. The last one sets the cursor from which the feed goes on. False when something else moved it meanwhile.
 */
export function takeSnapshotPiece(
  clinic: ClinicDatabase,
  at: LoadPlace,
  { records, next }: SnapshotPiece,
): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const [epoch, load, progress] = await Promise.all([
      readSetting(clinic, 'epoch'),
      readSetting(clinic, 'load'),
      readSetting(clinic, 'loading'),
    ])
    if (epoch !== at.epoch || (load ?? 0) !== at.load || !sameJson(progress, at.progress)) return false
    const known = await readKnownRecords(clinic, records, at.progress.fresh)
    const touched = await storeServerRecords(clinic, records, known, { load: at.load, mayBeOld: true })
    const ended = next.rest.length === 0
    await writeSetting(clinic, 'loading', ended ? null : next)
    if (ended && !next.partial) await writeSetting(clinic, 'cursor', next.lowest ?? 0)
    await forgetKept(clinic, records)
    await rebuildView(clinic, touched)
    return true
  })
}

/** After a load many rows may have arrived at once: they leave in pieces. */
export async function dropAllArrived(clinic: ClinicDatabase): Promise<void> {
  const drop = async () => {
    const touched = new Set<string>()
    const cursor = (await readSetting(clinic, 'cursor')) ?? 0
    const count = await dropArrived(clinic, cursor, touched, PIECE_WITH_OWN)
    await rebuildView(clinic, touched)
    return count
  }
  while ((await clinic.transaction('rw', allTables(clinic), drop)) > 0);
}
