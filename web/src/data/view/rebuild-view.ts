import type { Actor } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { authorOf, type OutboxRow, type ViewRecord } from '../database/clinic-rows.ts'
import { dropStates, ordersOf, statesOf } from './key-runs.ts'
import { isShow, showIfKnown, showMutation } from './replay.ts'
import type { ViewChange } from './view-changes.ts'
import { writeView } from './write-view.ts'

/** What is pending is shown whatever it needs: only the server refuses, and only it makes conflicts, which name devices. */
export const shownFor = (by: { user_id: string; user_name: string }, lane: string): Actor => ({
  user_id: by.user_id,
  user_name: by.user_name,
  perms: [0, 1, 2, 3],
  lane,
  device: '',
})

/** What is shown of a pending change: `version` stays what the server has, which is what an edit says that it saw. */
export const asPending = (change: SyncRecord, base: ViewRecord | undefined): ViewRecord => ({
  ...change,
  version: base?.version ?? 0,
  seq: base?.seq ?? 0,
  load: base?.load ?? 0,
  pending: true,
})

export const isShown = (row: OutboxRow) => row.withdrawn === 0

export function nameOf(key: string): { collection: Collection; _id: string } {
  const cut = key.indexOf('/')
  return { collection: key.slice(0, cut) as Collection, _id: key.slice(cut + 1) }
}

/** The pending mutations that touch these records, those that touch the same records as they do, and so on. */
async function connected(
  clinic: ClinicDatabase,
  keys: Iterable<string>,
): Promise<{ keys: Set<string>; rows: OutboxRow[] }> {
  const all = new Set(keys)
  const rows = new Map<number, OutboxRow>()
  const seen = new Set<number>()
  let fresh = [...all]
  while (fresh.length > 0) {
    // Their numbers first: a mutation of many records would be read whole once for each of them.
    const found = await ordersOf(clinic, fresh)
    const unread = [...found].filter((order) => !seen.has(order))
    for (const order of unread) seen.add(order)
    const read = unread.length === 0 ? [] : await clinic.outbox.bulkGet(unread)
    fresh = []
    for (const row of read) {
      if (row?.order === undefined || !isShown(row)) continue
      rows.set(row.order, row)
      for (const key of row.keys) {
        if (all.has(key)) continue
        all.add(key)
        fresh.push(key)
      }
    }
  }
  return { keys: all, rows: [...rows.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)) }
}

/**
 * Makes the view of these records anew: the server's state, and the pending mutations in order on top (sync contract T2).
 * A record that no pending mutation touches any more gives up its server state. Runs inside the caller's transaction.
 */
export async function rebuildView(clinic: ClinicDatabase, touched: Iterable<string>): Promise<void> {
  const { keys, rows } = await connected(clinic, touched)
  if (keys.size === 0) return
  const names = [...keys]
  const bases = await statesOf(clinic, names)
  const server = new Map(bases.map(({ key, record }) => [key, record]))
  await showRows(clinic, server, rows)
}

/** The same for one who knows what the server has of these records, and every pending mutation that touches them, in order. */
export async function showRows(
  clinic: ClinicDatabase,
  server: ReadonlyMap<string, ViewRecord | null>,
  rows: readonly OutboxRow[],
): Promise<void> {
  const state = new Map<string, ViewRecord | undefined>()
  for (const [key, record] of server) state.set(key, record ?? undefined)

  const stillTouched = new Set<string>()
  for (const row of rows) {
    for (const key of row.keys) stillTouched.add(key)
    const actor = shownFor(authorOf(row), row.lane)
    const load = async (missing: readonly { collection: Collection; _id: string }[]) => {
      for (const name of missing) state.set(keyOf(name), await viewOf(clinic, name.collection).get(name._id))
    }
    let shown = showIfKnown(state, row.body, actor)
    if (!isShow(shown)) shown = await showMutation(state, load, row.body, actor)
    const { changes } = shown
    for (const change of changes) {
      const base = server.get(keyOf(change))
      state.set(keyOf(change), asPending(change, base ?? undefined))
    }
  }

  const view: ViewChange[] = []
  for (const [key, base] of server) {
    const name = nameOf(key)
    const shown = state.get(key)
    view.push({ ...name, record: stillTouched.has(key) ? shown : (base ?? undefined) })
  }
  await writeView(clinic, view)
  const free = [...server.keys()].filter((key) => !stillTouched.has(key))
  await dropStates(clinic, free)
}
