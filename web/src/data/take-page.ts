import { keyOf, type SyncRecord } from 'sync-protocol/records/envelope'
import {
  allTables,
  viewOf,
  type ClinicDatabase,
  type OutboxRow,
  type ServerState,
  type ViewRecord,
} from './clinic-database.ts'
import { rememberHead, type ToldHead } from './ledger-head.ts'
import { rebuildView } from './rebuild-view.ts'
import { readSetting, writeSetting } from './settings.ts'
import { writeView } from './write-view.ts'

/** Records in one transaction: few enough that a save never waits long. */
const PIECE = 500
/** The same where own mutations come back, each of which has more to be put in order. */
const PIECE_WITH_OWN = 100

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
    const [epoch, cursor, load] = [
      await readSetting(clinic, 'epoch'),
      (await readSetting(clinic, 'cursor')) ?? 0,
      (await readSetting(clinic, 'load')) ?? 0,
    ]
    if (epoch !== at.epoch || cursor !== at.cursor || load !== at.load) return false
    const touched = await storeServerState(clinic, piece.records, load)
    await writeSetting(clinic, 'cursor', piece.cursor)
    if (ledger) await rememberHead(clinic, at.epoch, ledger)
    const rows = await arrived(clinic, piece.cursor)
    for (const key of rows.flatMap(({ keys }) => keys)) touched.add(key)
    await clinic.outbox.bulkDelete(rows.map(({ order }) => order ?? -1))
    await forgetKept(clinic, piece.records)
    await rebuildView(clinic, touched)
    return true
  })
}

async function storeServerState(
  clinic: ClinicDatabase,
  records: readonly SyncRecord[],
  load: number,
): Promise<Set<string>> {
  const kept = await clinic.server_state.bulkGet(records.map(keyOf))
  const beside: ServerState[] = []
  const plain: ViewRecord[] = []
  for (const [index, record] of records.entries()) {
    const stored = { ...record, load }
    const state = kept[index]
    if (state) beside.push({ ...state, record: stored })
    else plain.push(stored)
  }
  await clinic.server_state.bulkPut(beside)
  await writeView(
    clinic,
    plain.map((record) => ({ collection: record.collection, _id: record._id, record })),
  )
  return new Set(beside.map(({ key }) => key))
}

/** Rows whose outcome was seen and whose effect the feed has now brought (sync contract T2). */
const arrived = (clinic: ClinicDatabase, cursor: number): Promise<OutboxRow[]> =>
  clinic.outbox.where('[done+seq]').between([1, 0], [1, cursor], true, true).toArray()

async function forgetKept(clinic: ClinicDatabase, records: readonly SyncRecord[]): Promise<void> {
  const ids = records.flatMap(({ collection, content }) => {
    const mutation = collection === 'attention' ? content?.['mutation'] : undefined
    if (typeof mutation !== 'object' || mutation === null || Array.isArray(mutation)) return []
    return typeof mutation['id'] === 'string' ? [mutation['id']] : []
  })
  if (ids.length > 0) await clinic.kept.bulkDelete(ids)
}

/**
 * After a reload: what the new load did not bring is no longer on the server and leaves, table by table in pieces. Runs
 * again from the start when it is interrupted.
 */
export async function sweepOldLoad(
  clinic: ClinicDatabase,
  collections: readonly SyncRecord['collection'][],
): Promise<void> {
  const load = (await readSetting(clinic, 'load')) ?? 0
  for (const collection of collections) {
    let after: string | undefined = ''
    while (after !== undefined) after = await sweepPiece(clinic, collection, after, load)
  }
  await clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return
    const stale = await clinic.server_state
      .filter(({ record }) => record !== null && record.load !== load)
      .toArray()
    await clinic.server_state.bulkPut(stale.map((state) => ({ ...state, record: null })))
    await rebuildView(
      clinic,
      stale.map(({ key }) => key),
    )
    await writeSetting(clinic, 'reloading', false)
  })
}

function sweepPiece(
  clinic: ClinicDatabase,
  collection: SyncRecord['collection'],
  after: string,
  load: number,
): Promise<string | undefined> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    if (((await readSetting(clinic, 'load')) ?? 0) !== load) return undefined
    const records = await viewOf(clinic, collection).where('_id').above(after).limit(PIECE).toArray()
    const old = records.filter((record) => record.load !== load)
    const besides = await clinic.server_state.bulkGet(old.map(keyOf))
    await writeView(
      clinic,
      old
        .filter((_, index) => besides[index] === undefined)
        .map(({ _id }) => ({ collection, _id, record: undefined })),
    )
    return records.at(-1)?._id
  })
}
