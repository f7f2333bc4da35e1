import type { BehalfMark } from 'sync-protocol/merge/on-behalf'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { LaneRow, OutboxRow } from '../database/clinic-rows.ts'
import { newLane, undone } from '../outbox/lanes.ts'
import { rebuildView } from '../view/rebuild-view.ts'
import { queueMutation, durableTransaction, type Saver } from '../outbox/save.ts'
import { isSessionEvent } from '../outbox/session-log.ts'
import { noteSaved } from '../database/sync-status.ts'

/** The mark beside a mutation that is sent for its author. */
const MARK_BYTES = 300

export const DISCARDED_UNSENT = 'attention.discard_unsent'

/** What has no outcome yet of somebody for whom nobody may send any more, in its order. */
export async function unsentOf(
  clinic: ClinicDatabase,
  lane: Pick<LaneRow, 'id' | 'renewal'>,
): Promise<OutboxRow[]> {
  // While a lane is given up for a new one, part of it is there.
  const { id: next = lane.id, again_from = Infinity } = lane.renewal ?? {}
  const lanes = new Set([lane.id, next])
  const rows = await Promise.all(
    [...lanes].map((id) => clinic.outbox.where('[lane+n]').between([id, 0], [id, Infinity]).toArray()),
  )
  return rows
    .flat()
    .filter((row) => row.done === 0 || (row.lane === lane.id && row.n >= again_from))
    .map(undone)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** What it was already, sent for somebody else or brought back after a restore, it stays. */
const markOf = (row: OutboxRow, { user_id, user_name, id }: LaneRow): { on_behalf_of?: BehalfMark } =>
  row.returned || row.on_behalf_of ? {} : { on_behalf_of: { user_id, user_name, lane: id } }

/**
 * Moves what is unsent of somebody who was shut out into the sender's own lane, under the same mutation ids: the server knows
 * again what it took before (sync contract P1). What was withdrawn has its body in `kept` and needs no number. Runs inside
 * the caller's transaction; gives the rows as they are now.
 */
async function moveToOwnLane(
  clinic: ClinicDatabase,
  userId: string,
  sender: Pick<Saver, 'user_id' | 'newId'>,
  as: (row: OutboxRow, lane: LaneRow) => Partial<OutboxRow>,
): Promise<OutboxRow[]> {
  const [lane, own] = await Promise.all([clinic.lanes.get(userId), clinic.lanes.get(sender.user_id)])
  if (!own) throw new Error('This user has no lane on this tablet.')
  // They have signed in again meanwhile, and send it themselves; or somebody else has decided.
  if (!lane?.shut_out || userId === sender.user_id) return []
  const rows = await unsentOf(clinic, lane)
  const moving = rows
    .filter(({ withdrawn }) => withdrawn === 0)
    .map((row, index): OutboxRow => {
      const n = own.next_n + index
      const { user_id, user_name } = own
      const { order: _, ...rest } = row
      return { ...rest, lane: own.id, user_id, user_name, n, body: { ...row.body, n }, ...as(row, lane) }
    })
  // To the end of the outbox, too: shown in the order in which the server will do it.
  await clinic.outbox.bulkDelete(rows.map(({ order }) => order ?? -1))
  await clinic.outbox.bulkAdd(moving)
  await clinic.lanes.bulkPut([
    { ...newLane(lane, sender.newId()), shut_out: true },
    { ...own, next_n: own.next_n + moving.length, unsent: own.unsent + moving.length },
  ])
  return moving
}

const keysOf = (rows: readonly OutboxRow[]) => [...new Set(rows.flatMap(({ keys }) => keys))]

/** Sends the unsent work of somebody who cannot any more, under their name (sync contract D3). */
export async function sendOnBehalf(clinic: ClinicDatabase, userId: string, sender: Saver): Promise<void> {
  await durableTransaction(clinic, async () => {
    const moved = await moveToOwnLane(clinic, userId, sender, (row, lane) => ({
      ...markOf(row, lane),
      bytes: row.bytes + MARK_BYTES,
    }))
    await rebuildView(clinic, keysOf(moved))
  })
  noteSaved(sender.deviceNow())
}

/**
 * Withdraws that work: each of its ids travels without its body, so that nothing of it is done later, and the action log
 * says what was discarded (`detail`, at most 200 characters) and by whom. When its author signed in and out is told all the
 * same.
 */
export async function discardShutOut(
  clinic: ClinicDatabase,
  userId: string,
  sender: Saver,
  detail: string,
): Promise<void> {
  await durableTransaction(clinic, async () => {
    const moved = await moveToOwnLane(clinic, userId, sender, (row, lane) =>
      isSessionEvent(row.body.action) ? markOf(row, lane) : { withdrawn: 1 },
    )
    if (moved.length === 0) return
    await rebuildView(clinic, keysOf(moved))
    await queueMutation(clinic, sender, { action: DISCARDED_UNSENT, detail, ops: [] })
  })
  noteSaved(sender.deviceNow())
}
