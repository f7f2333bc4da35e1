import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { LaneRow, OutboxRow, Renewal } from '../database/clinic-rows.ts'
import { inPieces } from '../database/in-pieces.ts'

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

/** Any push token of this tablet's: it shows the server which tablet asks, where nobody is signed in. */
export async function pushTokenHere(clinic: ClinicDatabase): Promise<string | null> {
  const lanes = await clinic.lanes.toArray()
  return lanes.find(({ push_token }) => push_token !== null)?.push_token ?? null
}

/**
 * Begins to give a user a new lane, or begins that again: from here on nothing of theirs is sent until `finishRenewal` is
 * through, while saves go on in the old one. Runs inside the caller's transaction.
 */
export async function beginRenewal(
  clinic: ClinicDatabase,
  lane: LaneRow,
  laneId: string,
  more: Pick<Renewal, 'again_from' | 'returning'> = {},
): Promise<void> {
  // The one that was to come is as good: nothing was ever sent from it.
  const place = { id: lane.renewal?.id ?? laneId, after: -1, moved: 0, taken: 0 }
  await clinic.lanes.put({
    ...lane,
    registered: false,
    push_token: null,
    shut_out: false,
    renewal: /* @rule renewal-from-beginning */ { ...lane.renewal, ...place, ...more },
  })
}

/**
 * Moves what has no outcome yet to the new lane: renumbered from 1 in its order, under its old ids, so that the server knows
 * again what it took under the old lane. What was withdrawn has its body in `kept` and needs no number. In pieces: each is
 * on disk with the place that it reached, and with the last one the new lane takes the old one's place. `atEnd` is part of
 * that last one.
 */
export async function finishRenewal(
  clinic: ClinicDatabase,
  userId: string,
  atEnd: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await inPieces((size) => movePiece(clinic, userId, size, atEnd))
}

/** True once there is nothing left to move. */
function movePiece(
  clinic: ClinicDatabase,
  userId: string,
  size: number,
  atEnd: () => Promise<void>,
): Promise<boolean> {
  return clinic.transaction('rw', [clinic.outbox, clinic.lanes, clinic.settings], async () => {
    const lane = await clinic.lanes.get(userId)
    if (!lane?.renewal) {
      await atEnd()
      return true
    }
    const { id, after, again_from = Infinity } = lane.renewal
    const read = await clinic.outbox.where('order').above(after).limit(size).toArray()
    const rows = read.filter(
      (row) => row.user_id === userId && (row.done === 0 || (row.lane === lane.id && row.n >= again_from)),
    )
    const staying = rows.filter((row) => row.withdrawn === 0)
    const wasTaken = (row: OutboxRow) => row.lane !== lane.id || row.n <= lane.taken_n
    const lastTaken = staying.findLastIndex(wasTaken) + 1
    const moved = lane.renewal.moved + staying.length
    const taken = lastTaken > 0 ? lane.renewal.moved + lastTaken : lane.renewal.taken
    const isEnd = read.length < size
    const gone = rows.filter((row) => row.withdrawn === 1)
    const unsent = lane.unsent + count(staying, 1) - count(gone, 0)
    const renewal = { ...lane.renewal, after: read.at(-1)?.order ?? after, moved, taken }
    const lanes = isEnd
      ? { ...newLane(lane, id), next_n: moved + 1, taken_n: taken, unsent: moved, shut_out: lane.shut_out }
      : { ...lane, unsent, renewal }
    await Promise.all([
      clinic.outbox.bulkPut(
        staying.map((row, index) => numbered(row, id, moved - staying.length + index + 1)),
      ),
      gone.length > 0 && clinic.outbox.bulkDelete(gone.map(({ order = -1 }) => order)),
      clinic.lanes.put(lanes),
    ])
    if (isEnd) await atEnd()
    return isEnd
  })
}

const count = (rows: readonly OutboxRow[], done: 0 | 1) => rows.filter((row) => row.done === done).length

const numbered = (row: OutboxRow, lane: string, n: number): OutboxRow => ({
  ...undone(row),
  lane,
  n,
  body: { ...row.body, n },
})

/** A row whose outcome does not count any more. */
export function undone(row: OutboxRow): OutboxRow {
  const again: OutboxRow = { ...row, done: 0 }
  delete again.seq
  return again
}

/** Of a user who signed out, the push token stays only while there is something left to send (sync contract, section 6). */
export async function dropIdlePushTokens(clinic: ClinicDatabase, signedIn: string | null): Promise<void> {
  await clinic.lanes
    .filter((lane) => lane.push_token !== null && lane.unsent === 0 && lane.user_id !== signedIn)
    .modify({ push_token: null })
}
