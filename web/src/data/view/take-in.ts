import { keyOf, type SyncRecord } from 'sync-protocol/records/envelope'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { dropStates, pendingAmong } from './key-runs.ts'
import { nameOf, rebuildView } from './rebuild-view.ts'
import { besides, inView, noteServerChanges, type Change } from './server-records.ts'
import { readSetting } from '../database/settings.ts'
import type { ViewChange } from './view-changes.ts'
import { writeView } from './write-view.ts'

/**
 * Stores what the feed would bring of this tablet's own changes, and shows it: in the view alone where nothing is pending
 * over a record any more, else beside it. `left` are the records that the rows touched which leave with it; their deletion
 * has been asked for. Runs inside the caller's transaction.
 */
export async function takeIn(
  clinic: ClinicDatabase,
  records: readonly SyncRecord[],
  load: number,
  left: ReadonlySet<string>,
): Promise<void> {
  const brought = new Map(records.map((record) => [keyOf(record), { ...record, load }]))
  const more = [...left].filter((key) => !brought.has(key))
  const names = [...brought.keys(), ...more].map(nameOf)
  const [states, digests] = await Promise.all([besides(clinic, names), readSetting(clinic, 'digests')])
  // Nearly all have the server's state beside them: only of the others is the view that state.
  const shown = await inView(
    clinic,
    names.filter((name) => !states.has(keyOf(name))),
  )
  // Where there is no state beside the view nothing is pending.
  const pending = await pendingAmong(clinic, [...states.keys()])
  const view: ViewChange[] = []
  const changes: Change[] = []
  for (const [key, after] of brought) {
    const state = states.get(key)
    changes.push({ collection: after.collection, before: state ? state.record : shown.get(key), after })
    if (!pending.has(key)) view.push({ ...nameOf(key), record: after })
  }
  for (const key of more) {
    const state = states.get(key)
    if (state && !pending.has(key)) view.push({ ...nameOf(key), record: state.record ?? undefined })
  }
  const beside = [...states.values()].flatMap((state) => {
    const record = pending.has(state.key) && brought.get(state.key)
    return record ? [{ ...state, record }] : []
  })
  const free = [...states.keys()].filter((key) => !pending.has(key))
  await Promise.all([
    beside.length > 0 && clinic.server_state.bulkPut(beside),
    dropStates(clinic, free),
    writeView(clinic, view),
    noteServerChanges(clinic, digests, changes),
  ])
  if (pending.size > 0) await rebuildView(clinic, pending)
}
