import type { JsonObject } from 'sync-protocol/records/json'
import type { MutationResult } from 'sync-protocol/records/outcome'
import {
  allTables,
  authorOf,
  viewOf,
  type Acknowledged,
  type ClinicDatabase,
  type OutboxRow,
} from './clinic-database.ts'
import { saveDraftAs } from './drafts.ts'
import { renewLane } from './lanes.ts'
import { isAutosave } from './merge-drafts.ts'
import { nameOf, rebuildView } from './rebuild-view.ts'
import type { Saver } from './save.ts'
import { readSetting, writeSetting } from './settings.ts'

/** How long a tablet keeps what the server took, as a source of recovery (sync contract L6). */
const KEPT_MS = 30 * 24 * 60 * 60_000
/** The mark beside a mutation that comes back. */
const MARK_BYTES = 300

/**
 * Keeps what the server has just given its outcome, inside the transaction that stores the outcomes. Typing in drafts is not
 * kept change by change: after a restore an open draft is brought back as it stands.
 */
export async function keepAcknowledged(
  clinic: ClinicDatabase,
  taken: readonly { row: OutboxRow; result: MutationResult }[],
  { epoch, at }: { epoch: string; at: string },
): Promise<void> {
  const worth = taken.filter(({ row }) => row.withdrawn === 0 && !isAutosave(row.body))
  await clinic.acknowledged.bulkPut(
    worth.map(({ row, result }) => ({
      id: row.id,
      order: row.order ?? 0,
      user_id: authorOf(row).user_id,
      user_name: authorOf(row).user_name,
      body: row.body,
      hash: row.hash,
      keys: row.keys,
      receipt: result.receipt,
      epoch,
      at,
      ...(row.lost === undefined ? {} : { lost: row.lost }),
    })),
  )
}

export async function forgetOldAcknowledged(clinic: ClinicDatabase, nowMs: number): Promise<void> {
  await clinic.acknowledged
    .where('at')
    .below(new Date(nowMs - KEPT_MS).toISOString())
    .delete()
}

/** Notes, at the start of a new history, what this tablet has to bring back into it. */
export async function noteToReturn(clinic: ClinicDatabase, epoch: string): Promise<void> {
  const lanes = new Set((await clinic.lanes.toArray()).map(({ user_id }) => user_id))
  const open = await viewOf(clinic, 'drafts')
    .filter(({ deleted, content, meta }) => {
      if (deleted || content === null) return false
      return content['kind'] === 'balance' || lanes.has(meta.author_id)
    })
    .toArray()
  // A history before this one may have been lost too, and its drafts not yet be back.
  const before = (await readSetting(clinic, 'drafts_to_return')) ?? []
  const present = new Set(open.map(({ _id }) => _id))
  await writeSetting(clinic, 'drafts_to_return', [
    ...before.filter(({ _id }) => !present.has(_id)),
    ...open.map(({ _id, content, meta }) => ({
      _id,
      author_id: meta.author_id,
      content: content as JsonObject,
    })),
  ])
  const lost = await clinic.acknowledged.where('epoch').notEqual(epoch).count()
  await writeSetting(clinic, 'to_return', lost > 0)
}

/**
 * Puts what the server took in an earlier history back into the outbox, in the order of its making, before everything that
 * is unsent. The signed-in person brings it; each mutation names its author, and the server's receipt proves it. What the
 * backup holds already has no second effect (sync contract P1).
 */
export function returnAcknowledged(
  clinic: ClinicDatabase,
  bringer: { user_id: string; deviceNow: () => number; newId: () => string },
): Promise<void> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const epoch = await readSetting(clinic, 'epoch')
    const lane = await clinic.lanes.get(bringer.user_id)
    if (!lane || epoch === undefined || !(await readSetting(clinic, 'to_return'))) return
    const lost = await clinic.acknowledged.where('epoch').notEqual(epoch).toArray()
    const waiting = await clinic.outbox.toArray()
    const there = new Set(waiting.map(({ id }) => id))
    const back = lost.filter(({ id }) => !there.has(id))
    const rows = back.map((each): OutboxRow => rowOf(each, lane, bringer.deviceNow()))
    const keys = [...new Set(rows.flatMap((row) => row.keys))]
    await keepServerState(clinic, keys)
    await clinic.outbox.bulkAdd(rows)
    await clinic.acknowledged.bulkDelete(lost.map(({ id }) => id))
    await clinic.lanes.put({ ...lane, unsent: lane.unsent + rows.length })
    await renewLane(clinic, lane.user_id, bringer.newId())
    await writeSetting(clinic, 'to_return', false)
    await rebuildView(clinic, keys)
  })
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
  n: body.n,
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

/** From its first pending mutation on, what the server has of a record is kept beside it. */
async function keepServerState(clinic: ClinicDatabase, keys: readonly string[]): Promise<void> {
  const states = await clinic.server_state.bulkGet([...keys])
  const fresh = keys.filter((_, index) => states[index] === undefined)
  const records = await Promise.all(
    fresh.map((key) => {
      const { collection, _id } = nameOf(key)
      return viewOf(clinic, collection).get(_id)
    }),
  )
  await clinic.server_state.bulkAdd(
    fresh.map((key, index) => ({ key, ...nameOf(key), record: records[index] ?? null })),
  )
}

/** After the records of a new history are here: drafts that it lacks, or has as they were earlier, are saved again. */
export async function returnDrafts(clinic: ClinicDatabase, saver: Saver): Promise<void> {
  while (await returnNextDraft(clinic, saver));
}

/** One at a time: neither a crash nor somebody who types meanwhile may find an old text over what was typed after it. */
function returnNextDraft(clinic: ClinicDatabase, saver: Saver): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const [next, ...rest] = (await readSetting(clinic, 'drafts_to_return')) ?? []
    if (!next) return false
    const { _id, author_id, content } = next
    await writeSetting(clinic, 'drafts_to_return', rest)
    const stands = await viewOf(clinic, 'drafts').get(_id)
    const by = (await clinic.lanes.get(author_id)) ? author_id : saver.user_id
    if (!stands?.deleted) await saveDraftAs(clinic, { ...saver, user_id: by }, _id, content as never)
    return true
  })
}
