import { Dexie, type Transaction } from 'dexie'
import { isKnown, keyOf, type Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { noteListChanges } from './list-changes.ts'
import { changesViewIn, viewChanged, viewUndone, type ViewChange } from './view-changes.ts'

/**
 * Writes records to the tables that screens read, inside the caller's transaction, and tells the lists in memory once it is
 * complete.
 */
export async function writeView(clinic: ClinicDatabase, changes: readonly ViewChange[]): Promise<void> {
  if (changes.length === 0) return
  tellLists(clinic, changes)
  const lists = byCollection(changes)
  await Promise.all([
    noteListChanges(clinic, lists),
    ...[...lists].map(([collection, list]) => writeTable(clinic, collection, list)),
  ])
}

const shownAtOnce = new WeakSet<IDBTransaction>()

/**
 * What the running transaction writes is shown while it is being written: for what is on the server's disk already. Whatever
 * reads it from here waits for this transaction; where it fails, the lists read again.
 */
export function showAtOnce(): void {
  shownAtOnce.add(outermost(Dexie.currentTransaction).idbtrans)
}

/** Tells the lists in memory what the running transaction writes, once it is complete, or at once. */
export function tellLists(clinic: ClinicDatabase, changes: readonly ViewChange[]): void {
  const transaction = outermost(Dexie.currentTransaction)
  changesViewIn(transaction)
  const tell = () => viewChanged(clinic.name, changes)
  if (!shownAtOnce.has(transaction.idbtrans)) {
    transaction.on('complete', tell)
    return
  }
  let over = false
  const once = () => {
    if (/* @rule failed-view */ !over) tell()
    over = true
  }
  transaction.idbtrans.addEventListener('abort', () => {
    over = true
    viewUndone(clinic.name, changes)
  })
  // Before anybody else tells of something newer.
  transaction.on('complete', once)
  outside(once)
}

/** After what runs now: whoever hears of it reads outside of the transaction. A message comes sooner than a timer. */
function outside(task: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    task()
  })
  port1.start()
  port2.postMessage(null)
}

function byCollection(changes: readonly ViewChange[]): Map<Collection, ViewChange[]> {
  const lists = new Map<Collection, ViewChange[]>()
  for (const change of changes) {
    const list = lists.get(change.collection)
    if (list) list.push(change)
    else lists.set(change.collection, [change])
  }
  return lists
}

/** Records whose copies are made in one go: between two of them the screen may be drawn. */
const AT_ONCE = 100

async function writeTable(
  clinic: ClinicDatabase,
  collection: Collection,
  list: readonly ViewChange[],
): Promise<void> {
  // @rule unknown-records
  if (!isKnown(collection)) return writeUnread(clinic, list)
  const table = viewOf(clinic, collection)
  const present = list.flatMap(({ record }) => (record ? [record] : []))
  for (let from = 0; from < present.length; from += AT_ONCE)
    await table.bulkPut(present.slice(from, from + AT_ONCE))
  const gone = list.flatMap(({ record, _id }) => (record ? [] : [_id]))
  if (gone.length > 0) await table.bulkDelete(gone)
}

async function writeUnread(clinic: ClinicDatabase, list: readonly ViewChange[]): Promise<void> {
  const present = list.flatMap((change) =>
    change.record ? [{ key: keyOf(change), record: change.record }] : [],
  )
  await clinic.unread.bulkPut(present)
  await clinic.unread.bulkDelete(list.filter(({ record }) => !record).map(keyOf))
}

/** A transaction inside another is on disk only with the outer one. */
export function outermost(transaction: Transaction): Transaction {
  const { parent } = transaction as Transaction & { parent?: Transaction | null }
  return parent ? outermost(parent) : transaction
}
