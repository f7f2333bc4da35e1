import type { SyncRecord } from 'sync-protocol/records/envelope'
import { allTables, type ClinicDatabase } from './clinic-database.ts'
import { rememberHead, type ToldHead } from './ledger-head.ts'
import { rebuildView } from './rebuild-view.ts'
import { storeServerRecords } from './server-records.ts'
import { readSetting, writeSetting } from './settings.ts'

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
    const [epoch, cursor = 0, load = 0] = await Promise.all([
      readSetting(clinic, 'epoch'),
      readSetting(clinic, 'cursor'),
      readSetting(clinic, 'load'),
    ])
    if (epoch !== at.epoch || cursor !== at.cursor || load !== at.load) return false
    const own = new Set<string>()
    // Side by side: every answer that is waited for alone holds up what somebody waits to see.
    const [touched] = await Promise.all([
      storeServerRecords(clinic, piece.records, { load }),
      writeSetting(clinic, 'cursor', piece.cursor),
      ledger && rememberHead(clinic, at.epoch, ledger),
      dropArrived(clinic, piece.cursor, own),
      forgetKept(clinic, piece.records),
    ])
    await rebuildView(clinic, new Set([...touched, ...own]))
    return true
  })
}

/** Rows whose outcome was seen and whose effect is now here leave (sync contract T2); says how many, adds what they touched. */
export async function dropArrived(
  clinic: ClinicDatabase,
  cursor: number,
  touched: Set<string>,
  most = Infinity,
): Promise<number> {
  const rows = await clinic.outbox
    .where('[done+seq]')
    .between([1, 0], [1, cursor], true, true)
    .limit(most)
    .toArray()
  for (const key of rows.flatMap(({ keys }) => keys)) touched.add(key)
  if (rows.length > 0) await clinic.outbox.bulkDelete(rows.map(({ order }) => order ?? -1))
  return rows.length
}

/** What is in Needs attention by now need not be kept beside it. */
export async function forgetKept(clinic: ClinicDatabase, records: readonly SyncRecord[]): Promise<void> {
  const ids = records.flatMap(({ collection, content }) => {
    const mutation = collection === 'attention' ? content?.['mutation'] : undefined
    if (typeof mutation !== 'object' || mutation === null || Array.isArray(mutation)) return []
    return typeof mutation['id'] === 'string' ? [mutation['id']] : []
  })
  if (ids.length > 0) await clinic.kept.bulkDelete(ids)
}
