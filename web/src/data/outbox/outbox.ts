import type { BehalfMark } from 'sync-protocol/merge/on-behalf'
import type { ResubmissionMark } from 'sync-protocol/merge/resubmission'
import type { Mutation } from 'sync-protocol/records/mutation'
import { BESIDE_MAX, type SharedDevice } from 'sync-protocol/records/saved-order'
import { WITHDRAWN } from 'sync-protocol/records/mutation'
import { allTables, type ClinicDatabase } from '../database/clinic-database.ts'
import { authorOf, type KeptMutation, type LaneRow, type OutboxRow } from '../database/clinic-rows.ts'
import { inPieces } from '../database/in-pieces.ts'
import { isAutosave } from './merge-drafts.ts'
import { beginRenewal, finishRenewal, undone } from './lanes.ts'
import { rebuildView } from '../view/rebuild-view.ts'

type Sent = Mutation & { returned?: ResubmissionMark; on_behalf_of?: BehalfMark }
export interface Batch {
  lane: LaneRow
  /** What the server needs to know where people share the tablet. */
  shared?: SharedDevice
  mutations: Sent[]
  /** What they were read from. */
  rows: readonly OutboxRow[]
  /** It could not hold what comes after it. */
  full?: boolean
}

/** What travels in place of a mutation that cannot or shall not be sent. */
const withoutBody = (body: Mutation): Mutation => ({ ...body, action: WITHDRAWN, detail: null, ops: [] })

function asSent({ body, withdrawn, returned, on_behalf_of }: OutboxRow): Sent {
  if (withdrawn === 1) return withoutBody(body)
  if (returned) return { ...body, returned }
  return on_behalf_of ? { ...body, on_behalf_of } : body
}

/** What one request may hold. */
export interface Most {
  mutations: number
  bytes: number
}

/** Whether a lane can be sent for now, and so is waited for. */
export type Goes = (lane: LaneRow) => boolean

/**
 * The next mutations of a lane, in order and without gaps, as far as nobody else on this tablet whose lane `goes` too has
 * saved something before them that is still unsent. From here on they never change, since the server may have them even when
 * no answer comes back. `after` is a batch that is on its way, of the same lane: what follows it is taken.
 */
export async function takeBatch(
  clinic: ClinicDatabase,
  userId: string,
  most: Most,
  goes: Goes,
  after?: Batch,
): Promise<Batch | undefined> {
  const tables = [clinic.lanes, clinic.outbox]
  const find = async () => {
    const lanes = await clinic.lanes.toArray()
    const lane = lanes.find(({ user_id }) => user_id === userId)
    if (!lane || (after && after.lane.id !== lane.id)) return undefined
    const others = await firstUnsent(
      clinic,
      lanes.filter((each) => each !== lane && goes(each)),
    )
    const next = await nextBatch(clinic, lanes, lane, most, after, /* @rule in-turn */ others[0]?.order)
    return next && { ...next, isTaken: next.taken_n === lane.taken_n }
  }
  const found = await clinic.transaction('r', tables, find)
  if (!found || found.isTaken) return found?.batch
  return clinic.transaction('rw', tables, async () => {
    const next = await find()
    if (next && !next.isTaken) await clinic.lanes.put({ ...next.batch.lane, taken_n: next.taken_n })
    return next?.batch
  })
}

/**
 * What comes next, and up to where the lane has to be known as taken before it is sent: only what would be replaced in place
 * has to be, and on disk. Runs inside the caller's transaction.
 */
export async function nextBatch(
  clinic: ClinicDatabase,
  lanes: readonly LaneRow[],
  lane: LaneRow,
  most: Most,
  after?: Batch,
  /** What was saved from here on is left. */
  turn = Infinity,
): Promise<{ batch: Batch; taken_n: number } | undefined> {
  if (lane.unsent === 0 || lane.renewal) return undefined
  const first = Math.max(lane.next_n - lane.unsent, (after?.mutations.at(-1)?.n ?? 0) + 1)
  const next = await clinic.outbox
    .where('[lane+n]')
    .between([lane.id, first], [lane.id, Infinity])
    .limit(most.mutations)
    .toArray()
  const ends = next.findIndex(({ order = 0 }) => order > turn)
  const own = ends < 0 ? next : next.slice(0, ends)
  const rows = own.slice(0, fitting(own, most.bytes))
  if (rows.length === 0) return undefined
  const full = rows.length < own.length || own.length === most.mutations
  const others = lanes.filter((each) => each !== lane)
  const shared = others.length > 0 && sharedBy(others, rows)
  return {
    batch: { lane, mutations: rows.map(asSent), rows, full, ...(shared && { shared }) },
    taken_n: Math.max(lane.taken_n, rows.findLast(({ body }) => isAutosave(body))?.n ?? 0),
  }
}

/** When each of these was saved among all that this tablet saved; of other lanes the newest, should they be too many to name. */
function sharedBy(others: readonly LaneRow[], rows: readonly OutboxRow[]): SharedDevice {
  const isOwn = ({ returned, on_behalf_of, withdrawn }: OutboxRow) =>
    !returned && !on_behalf_of && withdrawn === 0
  const over = rows.filter((row) => row.over === 1 && isOwn(row)).map(({ n }) => n)
  const lanes = over.length === 0 ? [] : others.map(({ id }) => id).sort()
  return {
    lanes: lanes.slice(-BESIDE_MAX),
    from: rows[0]?.n ?? 1,
    orders: rows.map((row) => (isOwn(row) ? (row.order ?? null) : null)),
    over,
  }
}

/** What has its outcome, and is not back in the feed as read here. */
export const unreadOf = (clinic: ClinicDatabase) =>
  clinic.outbox.where('[done+seq]').between([1, 0], [1, Infinity])

export const hasUnread = async (clinic: ClinicDatabase): Promise<boolean> =>
  (await unreadOf(clinic).limit(1).count()) > 0

/** Who has something unsent, and when they saved the first of it, by the tablet's own order; the earliest first. */
export interface Waiting {
  user_id: string
  order: number
}

/**
 * Whose turn it is: whoever saved, of all that is unsent and can leave, the first. One may have gone on with what another
 * began, so that what several people did in turn leaves as they did it.
 */
export function nextToSend(clinic: ClinicDatabase, goes: Goes): Promise<string | undefined> {
  return clinic.transaction('r', [clinic.lanes, clinic.outbox], async () => {
    const lanes = await clinic.lanes.toArray()
    return (await firstUnsent(clinic, lanes.filter(goes)))[0]?.user_id
  })
}

/** Of lanes that were read. Runs inside the caller's transaction. */
async function firstUnsent(clinic: ClinicDatabase, all: readonly LaneRow[]): Promise<Waiting[]> {
  const lanes = all.filter(({ unsent }) => unsent > 0)
  const first = await Promise.all(
    lanes.map(async ({ id, next_n, unsent, user_id }) => {
      const row = await clinic.outbox
        .where('[lane+n]')
        .equals([id, next_n - unsent])
        .first()
      return { user_id, order: row?.order ?? 0 }
    }),
  )
  return first.sort((a, b) => a.order - b.order)
}

export const hasUnsent = async (clinic: ClinicDatabase): Promise<boolean> =>
  (await clinic.lanes.toArray()).some(({ unsent }) => unsent > 0)

/** How many of these rows make a request of at most so many bytes; always one, lest nothing moves. */
function fitting(rows: readonly OutboxRow[], bytes: number): number {
  let sum = 0
  const over = rows.findIndex((row, index) => {
    sum += row.withdrawn === 1 ? 0 : row.bytes
    return index > 0 && sum > bytes
  })
  return over < 0 ? rows.length : over
}

/** Takes a mutation that no request can carry out of the view, into Needs attention; its number travels without it. */
export function withdraw(
  clinic: ClinicDatabase,
  mutationId: string,
  why: Pick<KeptMutation, 'code' | 'message' | 'at'>,
): Promise<void> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const row = await clinic.outbox.where('id').equals(mutationId).first()
    if (!row || row.withdrawn === 1 || row.done === 1) return
    const { lane, body } = row
    const { user_id, user_name } = authorOf(row)
    await clinic.kept.put({
      mutation_id: row.id,
      user_id,
      user_name,
      lane,
      mutation: body,
      status: 'withdrawn',
      ...why,
    })
    await clinic.outbox.put({ ...row, withdrawn: 1 })
    await rebuildView(clinic, row.keys)
  })
}

/**
 * The server has less of a lane than this tablet thought: what it lacks is sent again, if it is still here; else the lane
 * is given up for a new one.
 */
export async function fillGap(
  clinic: ClinicDatabase,
  batch: Batch,
  lastN: number,
  freshLane: string,
): Promise<void> {
  await inPieces((size) => fillPiece(clinic, batch.lane, lastN, freshLane, size))
  await finishRenewal(clinic, batch.lane.user_id)
}

/**
 * From the end backwards: what is unsent stays one run at the lane's end, so that a piece alone only leaves a smaller gap,
 * which the server will tell again. True when nothing is left to do.
 */
function fillPiece(
  clinic: ClinicDatabase,
  { user_id, id }: LaneRow,
  lastN: number,
  freshLane: string,
  size: number,
): Promise<boolean> {
  return clinic.transaction('rw', [clinic.lanes, clinic.outbox], async () => {
    const lane = await clinic.lanes.get(user_id)
    if (!lane || lane.id !== id || lane.renewal) return true
    const numbers = (from: number, to: number) =>
      clinic.outbox.where('[lane+n]').between([id, from], [id, to], true, true)
    const missing = lane.next_n - 1 - lastN
    const isWhole = missing > 0 && (await numbers(lastN + 1, Infinity).count()) === missing
    if (!isWhole) {
      await beginRenewal(clinic, lane, freshLane, { again_from: lastN + 1 })
      return true
    }
    const first = lane.next_n - lane.unsent
    const from = Math.max(lastN + 1, first - size)
    if (from >= first) return true
    const rows = await /* @rule gap-backwards */ numbers(from, first - 1).toArray()
    await clinic.outbox.bulkPut(rows.map(undone))
    await clinic.lanes.put({ ...lane, unsent: lane.unsent + rows.length })
    return from === lastN + 1
  })
}

/** A new lane for one user, if the batch's is still the present one. */
export async function forkLane(clinic: ClinicDatabase, batch: Batch, freshLane: string): Promise<void> {
  const { user_id, id } = batch.lane
  await clinic.transaction('rw', [clinic.lanes], async () => {
    const lane = await clinic.lanes.get(user_id)
    if (lane?.id === id && !lane.renewal) await beginRenewal(clinic, lane, freshLane)
  })
  await finishRenewal(clinic, user_id)
}

/** A mutation whose id the server knows with another body is another mutation: a copied browser profile makes such. */
export function renameMutation(clinic: ClinicDatabase, mutationId: string, freshId: string): Promise<void> {
  return clinic.transaction('rw', [clinic.outbox], async () => {
    const row = await clinic.outbox.where('id').equals(mutationId).first()
    if (row) await clinic.outbox.put({ ...row, id: freshId, body: { ...row.body, id: freshId } })
  })
}
