import { allTables, type ClinicDatabase } from '../database/clinic-database.ts'
import type { Acknowledged, OutboxRow, ViewRecord } from '../database/clinic-rows.ts'
import { inPieces } from '../database/in-pieces.ts'
import { beginRenewal } from '../outbox/lanes.ts'
import { nameOf, rebuildView, showRows } from '../view/rebuild-view.ts'
import { inView } from '../view/server-records.ts'
import { readSetting } from '../database/settings.ts'

/** The mark beside a mutation that comes back. */
const MARK_BYTES = 300

/** Who brings back what an earlier epoch took. */
export interface Resubmitter {
  user_id: string
  deviceNow(): number
  newId(): string
}

/** False where this is no more what is to be brought back. */
export function resubmit(
  clinic: ClinicDatabase,
  back: readonly Acknowledged[],
  epoch: string,
  { user_id, deviceNow, newId }: Resubmitter,
): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const [lane, known] = await Promise.all([clinic.lanes.get(user_id), readSetting(clinic, 'epoch')])
    if (!lane || known !== epoch) return false
    const laneId = lane.renewal?.id ?? newId()
    const rows = back.map((each): OutboxRow => rowOf(each, { ...lane, id: laneId }, deviceNow()))
    const keys = [...new Set(rows.flatMap((row) => row.keys))]
    const fresh = await keepServerState(clinic, keys)
    const alone = untouched(rows, fresh)
    const others = rows.filter((row) => !alone.has(row)).flatMap((row) => row.keys)
    await Promise.all([
      clinic.outbox.bulkAdd(rows),
      // They come before what has moved already.
      beginRenewal(clinic, { ...lane, unsent: lane.unsent + rows.length }, laneId, { returning: true }),
    ])
    const base = new Map([...alone].flatMap((row) => row.keys.map((key) => [key, fresh.get(key) ?? null])))
    await showRows(clinic, base, [...alone])
    await rebuildView(clinic, new Set(others))
    return true
  })
}

/** Of these rows those that touch only what nothing else that is pending touches, and so can be shown without a look at it. */
function untouched(rows: readonly OutboxRow[], fresh: ReadonlyMap<string, unknown>): Set<OutboxRow> {
  const alone = new Set(rows)
  const shared = new Set(rows.flatMap(({ keys }) => keys.filter((key) => !fresh.has(key))))
  for (let before = -1; before !== alone.size;) {
    before = alone.size
    for (const row of alone) {
      if (!row.keys.some((key) => shared.has(key))) continue
      alone.delete(row)
      for (const key of row.keys) shared.add(key)
    }
  }
  return alone
}

const rowOf = (
  { id, order, user_id, user_name, body, hash, keys, receipt, epoch }: Acknowledged,
  lane: { id: string; user_id: string; user_name: string },
  now: number,
): OutboxRow => ({
  order,
  lane: lane.id,
  user_id: lane.user_id,
  user_name: lane.user_name,
  n: 0,
  id,
  hash,
  body,
  bytes: new TextEncoder().encode(JSON.stringify(body)).length + MARK_BYTES,
  keys,
  done: 0,
  withdrawn: 0,
  saved_at: now,
  returned: { user_id, user_name, receipt },
  lost: epoch,
})

/** From its first pending mutation on, what the server has of a record is kept beside it. Gives what is kept from now on. */
async function keepServerState(
  clinic: ClinicDatabase,
  keys: readonly string[],
): Promise<Map<string, ViewRecord | undefined>> {
  const states = await clinic.server_state.bulkGet([...keys])
  const fresh = keys.filter((_, index) => states[index] === undefined)
  const shown = await inView(clinic, fresh.map(nameOf))
  await clinic.server_state.bulkAdd(
    fresh.map((key) => ({ key, ...nameOf(key), record: shown.get(key) ?? null })),
  )
  return shown
}

/** Who began to bring it back was interrupted, and somebody else is signed in now: one lane brings all of it, in order. */
export async function takeOver(clinic: ClinicDatabase, resubmitter: Resubmitter): Promise<void> {
  for (const { user_id, renewal } of await clinic.lanes.toArray()) {
    if (!renewal?.returning || user_id === resubmitter.user_id) continue
    let after = -1
    await inPieces(async (size) => {
      const last = await takeOverPiece(clinic, user_id, resubmitter, after, size)
      after = last ?? after
      return last === undefined
    })
  }
}

/** The order up to which it looked, or undefined at the end. */
function takeOverPiece(
  clinic: ClinicDatabase,
  from: string,
  resubmitter: Resubmitter,
  after: number,
  size: number,
): Promise<number | undefined> {
  return clinic.transaction('rw', [clinic.outbox, clinic.lanes], async () => {
    const [theirs, own] = await clinic.lanes.bulkGet([from, resubmitter.user_id])
    if (!theirs?.renewal || !own) return undefined
    const read = await clinic.outbox.where('order').above(after).limit(size).toArray()
    const isEnd = read.length < size
    const rows = read.filter((row) => row.user_id === from && row.returned && row.done === 0)
    const { user_id, user_name } = own
    const lane = own.renewal?.id ?? resubmitter.newId()
    await clinic.outbox.bulkPut(rows.map((row) => ({ ...row, lane, user_id, user_name, n: 0 })))
    const { returning: _, ...rest } = theirs.renewal
    const left = { ...theirs, unsent: theirs.unsent - rows.length, renewal: isEnd ? rest : theirs.renewal }
    // What had been renumbered is once more, without them.
    await beginRenewal(clinic, left, rest.id)
    await beginRenewal(clinic, { ...own, unsent: own.unsent + rows.length }, lane, { returning: true })
    return isEnd ? undefined : read.at(-1)?.order
  })
}
