import type { ClinicDatabase, LaneRow } from './clinic-database.ts'

export const newLane = (user: { user_id: string; user_name: string }, id: string): LaneRow => ({
  user_id: user.user_id,
  user_name: user.user_name,
  id,
  next_n: 1,
  taken_n: 0,
  unsent: 0,
  push_token: null,
  registered: false,
  shut_out: false,
})

export const laneOf = (clinic: ClinicDatabase, userId: string) => clinic.lanes.get(userId)

/**
 * Gives a user a new lane: what has no outcome yet is renumbered from 1 in its order and keeps its ids, so that the
 * server knows again what it took under the old lane. What was withdrawn has its body in `kept` and needs no number.
 */
export async function renewLane(clinic: ClinicDatabase, userId: string, laneId: string): Promise<void> {
  const lane = await clinic.lanes.get(userId)
  if (!lane) return
  const rows = await clinic.outbox
    .orderBy('order')
    .filter((row) => row.done === 0 && row.user_id === userId)
    .toArray()
  const staying = rows.filter((row) => row.withdrawn === 0)
  await clinic.outbox.bulkDelete(rows.filter((row) => row.withdrawn === 1).map((row) => row.order ?? -1))
  await clinic.outbox.bulkPut(
    staying.map((row, index) => ({
      ...row,
      lane: laneId,
      n: index + 1,
      body: { ...row.body, n: index + 1 },
    })),
  )
  await clinic.lanes.put({
    ...newLane(lane, laneId),
    next_n: staying.length + 1,
    taken_n: staying.filter((row) => row.lane !== lane.id || row.n <= lane.taken_n).length,
    unsent: staying.length,
  })
}

/** Of a user who signed out, the push token stays only while there is something left to send (sync contract, section 6). */
export async function dropIdlePushTokens(clinic: ClinicDatabase, signedIn: string | null): Promise<void> {
  await clinic.lanes
    .filter((lane) => lane.push_token !== null && lane.unsent === 0 && lane.user_id !== signedIn)
    .modify({ push_token: null })
}
