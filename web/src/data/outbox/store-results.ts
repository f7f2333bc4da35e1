import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { MutationResult } from 'sync-protocol/records/outcome'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import { asFeed, isInLedger } from '../view/as-feed.ts'
import { allTables, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { authorOf, type OutboxRow } from '../database/clinic-rows.ts'
import { keepAcknowledged } from './kept-receipts.ts'
import { dropIdlePushTokens } from './lanes.ts'
import { rememberGrowth } from '../view/ledger-head.ts'
import { isToLoad } from '../database/load-progress.ts'
import type { Batch } from './outbox.ts'
import { rebuildView } from '../view/rebuild-view.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { noteForks } from './table-forks.ts'
import { arrivedBy, forgetKept } from '../view/take-page.ts'
import { takeIn } from '../view/take-in.ts'
import { lostBeside, mayBeLost } from './without-effect.ts'

/** Results in the first transaction; in those after it as many as it takes to hold others up for `HOLD_MS`. */
const RESULTS = 100
const MOST = 500
const FEWEST = 100
/** A save waits for a transaction that is under way (sync contract T4): well below what is allowed. */
const HOLD_MS = 100

interface Answered {
  epoch: string
  at: string
  /** The ledger's head after the push; servers of the previous release do not tell it. */
  ledger?: LedgerHead | undefined
  signedIn: string | null
  deviceNow(): number
  /** This tablet's place in the feed may move: nobody reads from there meanwhile. */
  moves?: boolean
}

/**
 * Stores what became of a batch: rows leave, or wait for the cursor; what was refused is kept for a person. Where nobody
 * else's commit comes first the answers are what the feed has next, and are taken as that: records, cursor and rows at once.
 */
export async function storeResults(
  clinic: ClinicDatabase,
  batch: Batch,
  results: readonly MutationResult[],
  answer: Answered,
): Promise<void> {
  let size = RESULTS
  for (let from = 0; from < results.length;) {
    const held = await storeSome(clinic, batch, results.slice(from, from + size), answer)
    from += size
    size = Math.min(Math.max(Math.floor((size * HOLD_MS) / Math.max(held, 1)), FEWEST), size * 2, MOST)
  }
}

/** Says for how many ms it held the tables. */
async function storeSome(
  clinic: ClinicDatabase,
  batch: Batch,
  results: readonly MutationResult[],
  answer: Answered,
): Promise<number> {
  let begun: number | undefined
  await clinic.transaction('rw', allTables(clinic), async () => {
    const [epoch, cursor = 0, load = 0, loading, lane] = await Promise.all([
      readSetting(clinic, 'epoch'),
      readSetting(clinic, 'cursor'),
      readSetting(clinic, 'load'),
      readSetting(clinic, 'loading'),
      clinic.lanes.get(batch.lane.user_id),
    ])
    begun = answer.deviceNow()
    // While a lane is renewed its rows are numbered anew: they are sent again, and answered again.
    if (epoch !== answer.epoch || lane?.id !== batch.lane.id || lane.renewal) return
    const numbers = results.map(({ n }) => n)
    // What is unsent is one run at the lane's end: a result before whose turn another's is missing waits to come again.
    if (Math.min(...numbers) > lane.next_n - lane.unsent) return
    const follows = answer.moves === true && !isToLoad(loading, cursor)
    const next = follows ? asFeed(results, cursor, answer.ledger !== undefined) : undefined
    const reached = next?.cursor ?? cursor
    const [orders, arrived] = await Promise.all([
      clinic.outbox
        .where('[lane+n]')
        .between([lane.id, Math.min(...numbers)], [lane.id, Math.max(...numbers)], true, true)
        .primaryKeys(),
      next ? arrivedBy(clinic, /* @rule waited-leaves */ reached) : [],
    ])
    // They are as they were sent, where they still are; those before the first unsent one have their outcome.
    const there = new Set(orders)
    const unsent = batch.rows.filter(
      ({ n, order }) => n >= lane.next_n - lane.unsent && there.has(order ?? 0),
    )
    const rowOf = new Map(unsent.map((row) => [row.id, row]))
    const touched = new Set(arrived.flatMap(({ keys }) => keys))
    const waiting: OutboxRow[] = []
    const leaving = arrived.flatMap(({ order }) => (order === undefined ? [] : [order]))
    const taken: { row: OutboxRow; result: MutationResult }[] = []
    for (const result of results) {
      const row = rowOf.get(result.id)
      if (row?.n !== result.n) continue
      taken.push({ row, result })
      const refused = result.status === 'rejected' || result.status === 'parked'
      // @rule tablet-keeps-refused
      if (refused && row.withdrawn === 0) await keep(clinic, row, result, answer.at)
      // Asked first: nothing is awaited for the many that lose nothing, lest Dexie loses its transaction.
      // What comes back, and was there already, was told when it was new.
      const isKnown = row.returned !== undefined && result.replayed === true
      if (!refused && row.withdrawn === 0 && !isKnown && mayBeLost(row.body, result))
        await keepLost(clinic, row, result, answer.at)
      const until = shownFrom(result)
      // @rule row-waits
      if (!refused && until > reached) {
        waiting.push({ ...row, done: 1, seq: until })
        continue
      }
      for (const key of row.keys) touched.add(key)
      if (row.order !== undefined) leaving.push(row.order)
    }
    // Once for all: Dexie loses its transaction after a hundred awaits of anything but itself.
    await noteForks(clinic, taken)
    await Promise.all([
      waiting.length > 0 && clinic.outbox.bulkPut(waiting),
      removeRows(clinic, leaving),
      keepAcknowledged(clinic, taken, answer),
      clinic.lanes.update(lane.user_id, { unsent: lane.unsent - taken.length }),
    ])
    await dropIdlePushTokens(clinic, answer.signedIn)
    if (!next) return rebuildView(clinic, touched)
    await Promise.all([
      takeIn(clinic, next.records, load, touched),
      writeSetting(clinic, 'cursor', reached),
      forgetKept(clinic, next.records),
      answer.ledger &&
        next.records.some(isInLedger) &&
        rememberGrowth(clinic, epoch, {
          ...answer.ledger,
          at: new Date(begun).toISOString(),
        }),
    ])
  })
  return answer.deviceNow() - (begun ?? answer.deviceNow())
}

/**
 * The seq that brings what the mutation did, or what stood already: a record that was changed again comes in its newest
 * version only, and until it is here nothing but the row shows what was entered.
 */
const shownFrom = ({ seq = 0, records }: MutationResult): number =>
  /* @rule row-waits-for-newest */ Math.max(seq, ...records.map((record) => record.seq))

/** What was saved in one go is removed in one go: a run of orders that holds these rows and no other. */
export async function removeRows(clinic: ClinicDatabase, orders: readonly number[]): Promise<void> {
  // A lane's numbers need not follow the orders: what is sent for another keeps the order in which it was saved.
  const run = [Math.min(...orders), Math.max(...orders)] as const
  const whole = orders.length > 1 && (await between(clinic, run).count()) === orders.length
  if (whole) await between(clinic, run).delete()
  else if (orders.length > 0) await clinic.outbox.bulkDelete([...orders])
}

const between = (clinic: ClinicDatabase, [first, last]: readonly [number, number]) =>
  clinic.outbox.where('order').between(first, last, true, true)

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
