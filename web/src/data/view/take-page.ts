import type { AttentionContent } from 'sync-protocol/records/attention'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { Mutation } from 'sync-protocol/records/mutation'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { allTables, type ClinicDatabase } from '../database/clinic-database.ts'
import type { OutboxRow } from '../database/clinic-rows.ts'
import { newestOf, rememberHead, type ToldHead } from './ledger-head.ts'
import { rebuildView } from './rebuild-view.ts'
import { readKnownRecords, storeServerRecords } from './server-records.ts'
import { readSettings, writeSetting } from '../database/settings.ts'
import { showAtOnce } from './write-view.ts'

/** Records in one transaction: few enough that a save never waits long. */
export const PIECE = 500
/** The same where own mutations come back, each of which has more to be put in order. */
export const PIECE_WITH_OWN = 100

export async function pieceSize(clinic: ClinicDatabase): Promise<number> {
  const own = await clinic.outbox.where('done').equals(1).limit(1).toArray()
  return own.length > 0 ? PIECE_WITH_OWN : PIECE
}

export interface Piece {
  records: SyncRecord[]
  /** Everything up to this seq is in. */
  cursor: number
}

interface Place {
  epoch: string
  cursor: number
  load: number
}

/** Cuts a page into pieces that each end on a whole seq; the last one ends on the page's own cursor (sync contract L4). */
export function piecesOf(changes: readonly SyncRecord[], cursor: number, size = PIECE): Piece[] {
  const pieces: Piece[] = []
  let records: SyncRecord[] = []
  for (const [index, record] of changes.entries()) {
    records.push(record)
    const next = changes[index + 1]
    if (!next) break
    if (records.length >= size && next.seq !== record.seq) {
      pieces.push({ records, cursor: record.seq })
      records = []
    }
  }
  return [...pieces, { records, cursor }]
}

/**
 * Takes one piece, if it starts at this tablet's own cursor: records, cursor, the outbox rows whose effect is now here,
 * the view over them, and the ledger's head that its page told, in one transaction. False when something else moved the
 * cursor meanwhile.
 */
export function takePiece(
  clinic: ClinicDatabase,
  at: Place,
  piece: Piece,
  ledger?: ToldHead,
): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const state = await readState(clinic, at.epoch, piece, ledger)
    const { epoch, cursor, load } = state
    if (epoch !== at.epoch || /* @rule page-cursor */ cursor !== at.cursor || load !== at.load) return false
    await storePiece(clinic, state, piece, ledger)
    return true
  })
}

/**
 * The same for a page that came by itself: only where this tablet stands, and has all that is before it. What a load under
 * way brings is not mixed with it.
 */
export function takeTold(
  clinic: ClinicDatabase,
  at: { epoch: string; from: number },
  piece: Piece,
  ledger: ToldHead,
): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const state = await readState(clinic, at.epoch, piece, ledger)
    const { epoch, cursor, loading, reloading } = state
    const isLoaded =
      /* @rule event-in-load */ loading === undefined ? cursor > 0 : loading === null && !reloading
    if (!isLoaded || epoch !== at.epoch || /* @rule event-cursor */ cursor !== at.from) return false
    showAtOnce()
    await Promise.all([
      storePiece(clinic, state, piece, ledger),
      // It was the end of the feed; and what shows how far this tablet is looks again.
      writeSetting(clinic, 'last_pull', ledger.at),
    ])
    return true
  })
}

/** What a piece is stored over, read side by side: every answer that is waited for alone holds up what is waited for. */
async function readState(clinic: ClinicDatabase, ofEpoch: string, piece: Piece, ledger?: ToldHead) {
  const [[epoch, cursor = 0, load = 0, loading, reloading], server, newest, arrived] = await Promise.all([
    readSettings(clinic, ['epoch', 'cursor', 'load', 'loading', 'reloading']),
    readKnownRecords(clinic, piece.records),
    ledger && newestOf(clinic, ofEpoch),
    arrivedBy(clinic, piece.cursor),
  ])
  return { epoch, cursor, load, loading, reloading: reloading === true, server, newest, arrived }
}

async function storePiece(
  clinic: ClinicDatabase,
  { epoch = '', load, server, newest, arrived }: Awaited<ReturnType<typeof readState>>,
  piece: Piece,
  ledger?: ToldHead,
): Promise<void> {
  const own = new Set<string>()
  const [touched] = await Promise.all([
    storeServerRecords(clinic, piece.records, server, { load }),
    writeSetting(clinic, 'cursor', piece.cursor),
    ledger && rememberHead(clinic, epoch, ledger, newest),
    letLeave(clinic, arrived, own),
    forgetKept(clinic, piece.records),
  ])
  if (touched.size + own.size > 0) await rebuildView(clinic, new Set([...touched, ...own]))
}

/** Rows whose outcome was seen and whose effect is here once the feed is read up to this seq. */
export const arrivedBy = (clinic: ClinicDatabase, cursor: number, most = Infinity): Promise<OutboxRow[]> =>
  clinic.outbox.where('[done+seq]').between([1, 0], [1, cursor], true, true).limit(most).toArray()

async function letLeave(
  clinic: ClinicDatabase,
  rows: readonly OutboxRow[],
  touched: Set<string>,
): Promise<void> {
  for (const key of rows.flatMap(({ keys }) => keys)) touched.add(key)
  if (rows.length > 0) await clinic.outbox.bulkDelete(rows.map(({ order }) => order ?? -1))
}

/** Rows whose outcome was seen and whose effect is now here leave (sync contract T2); says how many, adds what they touched. */
export async function dropArrived(
  clinic: ClinicDatabase,
  cursor: number,
  touched: Set<string>,
  most = Infinity,
): Promise<number> {
  const rows = await arrivedBy(clinic, cursor, most)
  await letLeave(clinic, rows, touched)
  return rows.length
}

/** What is in Needs attention by now need not be kept beside it. */
export async function forgetKept(clinic: ClinicDatabase, records: readonly SyncRecord[]): Promise<void> {
  const ids = records.flatMap(({ collection, content }) => {
    const { mutation } = fieldsOf<AttentionContent>(collection === 'attention' ? content : null)
    const { id } = fieldsOf<Mutation>(mutation)
    return typeof id === 'string' ? [id] : []
  })
  if (ids.length > 0) await clinic.kept.bulkDelete(ids)
}
