import type { BehalfMark } from 'sync-protocol/merge/on-behalf'
import type { ReturnedMark } from 'sync-protocol/merge/returned'
import type { Mutation } from 'sync-protocol/records/mutation'
import { WITHDRAWN } from 'sync-protocol/records/mutation'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import type { MutationResult } from 'sync-protocol/records/outcome'
import { keepAcknowledged } from './acknowledged.ts'
import {
  allTables,
  authorOf,
  viewOf,
  type ClinicDatabase,
  type KeptMutation,
  type LaneRow,
  type OutboxRow,
} from './clinic-database.ts'
import { isAutosave } from './merge-drafts.ts'
import { dropIdlePushTokens, renewLane } from './lanes.ts'
import { rebuildView } from './rebuild-view.ts'
import { readSetting } from './settings.ts'
import { noteForks } from './table-forks.ts'
import { lostBeside, mayBeLost } from './without-effect.ts'

type Sent = Mutation & { returned?: ReturnedMark; on_behalf_of?: BehalfMark }
export interface Batch {
  lane: LaneRow
  mutations: Sent[]
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

/**
 * The next mutations of a lane, in order and without gaps. From here on they never change, since the server may have
 * them even when no answer comes back. `after` is a batch that is on its way, of the same lane: what follows it is taken.
 */
export async function takeBatch(
  clinic: ClinicDatabase,
  userId: string,
  most: Most,
  after?: Batch,
): Promise<Batch | undefined> {
  const tables = [clinic.lanes, clinic.outbox]
  const find = async () => {
    const lane = await clinic.lanes.get(userId)
    if (!lane || (after && after.lane.id !== lane.id)) return undefined
    const next = await nextBatch(clinic, lane, most, after)
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
  lane: LaneRow,
  most: Most,
  after?: Batch,
): Promise<{ batch: Batch; taken_n: number } | undefined> {
  if (lane.unsent === 0) return undefined
  const first = Math.max(lane.next_n - lane.unsent, (after?.mutations.at(-1)?.n ?? 0) + 1)
  const next = await clinic.outbox
    .where('[lane+n]')
    .between([lane.id, first], [lane.id, Infinity])
    .limit(most.mutations)
    .toArray()
  const rows = next.slice(0, fitting(next, most.bytes))
  if (rows.length === 0) return undefined
  const full = rows.length === most.mutations || rows.length < next.length
  return {
    batch: { lane, mutations: rows.map(asSent), full },
    taken_n: Math.max(lane.taken_n, rows.findLast(({ body }) => isAutosave(body))?.n ?? 0),
  }
}

/** Who has something unsent, in the order in which they began to save it: one may have gone on with what another began. */
export function usersToSend(clinic: ClinicDatabase): Promise<string[]> {
  return clinic.transaction('r', [clinic.lanes, clinic.outbox], async () =>
    firstUnsent(clinic, await clinic.lanes.toArray()),
  )
}

/** The same of lanes that were read. Runs inside the caller's transaction. */
export async function firstUnsent(clinic: ClinicDatabase, all: readonly LaneRow[]): Promise<string[]> {
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
  return first.sort((a, b) => a.order - b.order).map(({ user_id }) => user_id)
}

/** How many of these rows make a request of at most so many bytes; always one, lest nothing moves. */
function fitting(rows: readonly OutboxRow[], bytes: number): number {
  let sum = 0
  const over = rows.findIndex((row, index) => {
    sum += row.withdrawn === 1 ? 0 : row.bytes
    return index > 0 && sum > bytes
  })
  return over < 0 ? rows.length : over
}

/** Results in one transaction: few enough that a save never waits long. */
const RESULTS = 100

interface Answered {
  epoch: string
  at: string
  signedIn: string | null
}

/** Stores what became of a batch: rows leave, or wait for the cursor; what was refused is kept for a person. */
export async function storeResults(
  clinic: ClinicDatabase,
  batch: Batch,
  results: readonly MutationResult[],
  answer: Answered,
): Promise<void> {
  for (let from = 0; from < results.length; from += RESULTS)
    await storeSome(clinic, batch, results.slice(from, from + RESULTS), answer)
}

function storeSome(
  clinic: ClinicDatabase,
  batch: Batch,
  results: readonly MutationResult[],
  answer: Answered,
): Promise<void> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if ((await readSetting(clinic, 'epoch')) !== answer.epoch) return
    const lane = await clinic.lanes.get(batch.lane.user_id)
    if (!lane || lane.id !== batch.lane.id) return
    const cursor = (await readSetting(clinic, 'cursor')) ?? 0
    const numbers = results.map(({ n }) => n)
    // What is unsent is one run at the lane's end: a result before whose turn another's is missing waits to come again.
    if (Math.min(...numbers) > lane.next_n - lane.unsent) return
    const rows = await clinic.outbox
      .where('[lane+n]')
      .between([lane.id, Math.min(...numbers)], [lane.id, Math.max(...numbers)], true, true)
      .toArray()
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const touched = new Set<string>()
    const waiting: OutboxRow[] = []
    const leaving: number[] = []
    const taken: { row: OutboxRow; result: MutationResult }[] = []
    for (const result of results) {
      const row = rowOf.get(result.id)
      if (!row || row.done === 1 || row.lane !== lane.id || row.n !== result.n) continue
      taken.push({ row, result })
      const refused = result.status === 'rejected' || result.status === 'parked'
      if (refused && row.withdrawn === 0) await keep(clinic, row, result, answer.at)
      // Asked first: nothing is awaited for the many that lose nothing, lest Dexie loses its transaction.
      if (!refused && row.withdrawn === 0 && mayBeLost(row.body, result))
        await keepLost(clinic, row, result, answer.at)
      if (!refused && result.seq !== undefined && result.seq > cursor) {
        waiting.push({ ...row, done: 1, seq: result.seq })
        continue
      }
      for (const key of row.keys) touched.add(key)
      if (row.order !== undefined) leaving.push(row.order)
    }
    // Once for all: Dexie loses its transaction after a hundred awaits of anything but itself.
    await noteForks(clinic, taken)
    await clinic.outbox.bulkPut(waiting)
    await clinic.outbox.bulkDelete(leaving)
    await keepAcknowledged(clinic, taken, answer)
    await clinic.lanes.update(lane.user_id, { unsent: lane.unsent - taken.length })
    await dropIdlePushTokens(clinic, answer.signedIn)
    await rebuildView(clinic, touched)
  })
}

/** What was typed stays with a person: here until the synced record is here, never neither (sync contract T3). */
async function keep(
  clinic: ClinicDatabase,
  row: OutboxRow,
  result: MutationResult,
  at: string,
): Promise<void> {
  const synced = await viewOf(clinic, 'attention').where('content.mutation.id').equals(row.id).count()
  if (synced > 0) return
  await clinic.kept.put({
    mutation_id: row.id,
    ...named(row),
    lane: row.lane,
    mutation: row.body,
    status: result.status === 'parked' ? 'parked' : 'rejected',
    attention_id: attentionIdOf(row.id),
    code: result.code ?? 'internal',
    ...(result.field === undefined ? {} : { field: result.field }),
    message: result.message ?? '',
    at,
  })
}

/** What was typed into a settling that came too late is in no record: it stays with a person too (sync contract M9). */
async function keepLost(
  clinic: ClinicDatabase,
  row: OutboxRow,
  result: MutationResult,
  at: string,
): Promise<void> {
  const ops = await lostBeside(clinic, row.body, result)
  if (ops.length === 0) return
  await clinic.kept.put({
    mutation_id: row.id,
    ...named(row),
    lane: row.lane,
    mutation: { ...row.body, ops },
    status: 'rejected',
    code: 'too_late',
    message: '',
    at,
  })
}

const named = (row: OutboxRow) => {
  const { user_id, user_name } = authorOf(row)
  return { user_id, user_name }
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

/** A row whose outcome does not count any more. */
function undone(row: OutboxRow): OutboxRow {
  const again: OutboxRow = { ...row, done: 0 }
  delete again.seq
  return again
}

/**
 * The server has less of a lane than this tablet thought: what it lacks is sent again, if it is still here; else the lane
 * is given up for a new one.
 */
export function fillGap(
  clinic: ClinicDatabase,
  batch: Batch,
  lastN: number,
  freshLane: string,
): Promise<void> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const lane = await clinic.lanes.get(batch.lane.user_id)
    if (!lane || lane.id !== batch.lane.id) return
    const rows = await clinic.outbox
      .where('[lane+n]')
      .between([lane.id, lastN + 1], [lane.id, Infinity])
      .toArray()
    const whole = rows.every((row, index) => row.n === lastN + 1 + index)
    const again = rows.filter((row) => row.done === 1)
    await clinic.outbox.bulkPut(again.map(undone))
    await clinic.lanes.update(lane.user_id, { unsent: lane.unsent + again.length })
    if (!whole || rows.length === 0) await renewLane(clinic, lane.user_id, freshLane)
  })
}

/** A new lane for one user, if the batch's is still the present one. */
export function forkLane(clinic: ClinicDatabase, batch: Batch, freshLane: string): Promise<void> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const lane = await clinic.lanes.get(batch.lane.user_id)
    if (lane?.id === batch.lane.id) await renewLane(clinic, lane.user_id, freshLane)
  })
}

/** A mutation whose id the server knows with another body is another mutation: a copied browser profile makes such. */
export function renameMutation(clinic: ClinicDatabase, mutationId: string, freshId: string): Promise<void> {
  return clinic.transaction('rw', [clinic.outbox], async () => {
    const row = await clinic.outbox.where('id').equals(mutationId).first()
    if (row) await clinic.outbox.put({ ...row, id: freshId, body: { ...row.body, id: freshId } })
  })
}
