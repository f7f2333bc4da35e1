import { liveQuery } from 'dexie'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { LaneRow } from '../database/clinic-rows.ts'
import type { SettingValues } from '../database/setting-values.ts'
import { hasLibrary } from '../database/load-progress.ts'

/** Records after which it is told how far a load came. */
const STEP = 5000

/**
 * Calls `onSaved` after anything was saved on this tablet, in this tab or another, and `onChange` after every change of
 * what is unsent, kept or waiting for a person.
 */
export function watchOutbox(
  clinic: ClinicDatabase,
  hears: { onSaved(): void; onChange(): void },
): () => void {
  let numbered: ReadonlyMap<string, number> | undefined
  const lanes = liveQuery(() => clinic.lanes.toArray()).subscribe({
    next(rows) {
      // A lane that was renewed begins anew, and hides nothing that another one got.
      const before = numbered
      const isNew = (lane: LaneRow) => lane.unsent > 0 && lane.next_n > (before?.get(lane.user_id) ?? 1)
      if (before && rows.some(isNew)) hears.onSaved()
      numbered = new Map(rows.map((lane) => [lane.user_id, lane.next_n]))
      hears.onChange()
    },
    error: (error: unknown) => console.error('The outbox cannot be watched.', error),
  })
  const kept = liveQuery(() =>
    Promise.all([
      clinic.kept.count(),
      clinic.table('attention').toArray(),
      clinic.table('conflicts').toArray(),
      clinic.settings.bulkGet(['last_pull', 'server_reachable', 'refused_protocol']),
    ]),
  ).subscribe({
    next: hears.onChange,
    error: (error: unknown) => console.error('Needs attention cannot be watched.', error),
  })
  let told: string | undefined
  const loading = liveQuery(() => clinic.settings.bulkGet(['loading', 'differences'])).subscribe({
    next([load, differences]) {
      const progress = load?.value as SettingValues['loading'] | undefined
      const thousands = progress ? `${hasLibrary(progress)} ${Math.floor(progress.taken / STEP)}` : 'none'
      const now = `${thousands} ${JSON.stringify(differences?.value)}`
      if (told !== undefined && told !== now) hears.onChange()
      told = now
    },
    error: (error: unknown) => console.error('The loading cannot be watched.', error),
  })
  return () => {
    loading.unsubscribe()
    lanes.unsubscribe()
    kept.unsubscribe()
  }
}
