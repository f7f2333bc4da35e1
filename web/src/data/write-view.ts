import { Dexie, type Transaction } from 'dexie'
import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase, type SettingValues, type ViewRecord } from './clinic-database.ts'
import { readSetting, writeSetting } from './settings.ts'
import { changesViewIn, viewChanged, type ViewChange } from './view-changes.ts'

const lives = (record: ViewRecord | undefined) => record !== undefined && !record.deleted

/** What a view holds before a change: by key, as far as the change touches it. */
export interface ViewBefore {
  counts: SettingValues['counts'] | undefined
  records: ReadonlyMap<string, ViewRecord | undefined>
}

/**
 * Writes records to the tables that screens read, inside the caller's transaction: keeps the counters, and tells the
 * lists in memory once the transaction is complete.
 */
export async function writeView(clinic: ClinicDatabase, changes: readonly ViewChange[]): Promise<void> {
  if (changes.length === 0) return
  const [counts, found] = await Promise.all([
    readSetting(clinic, 'counts'),
    Promise.all(
      [...byCollection(changes)].map(async ([collection, list]) => {
        const records = await viewOf(clinic, collection).bulkGet(list.map(({ _id }) => _id))
        return list.map((change, index) => [keyOf(change), records[index]] as const)
      }),
    ),
  ])
  await writeViewOver(clinic, changes, { counts, records: new Map(found.flat()) })
}

/** The same for one who has read what the view holds: every answer that is waited for makes a save slower. */
export async function writeViewOver(
  clinic: ClinicDatabase,
  changes: readonly ViewChange[],
  before: ViewBefore,
): Promise<void> {
  if (changes.length === 0) return
  const transaction = outermost(Dexie.currentTransaction)
  changesViewIn(transaction)
  const counts = { ...before.counts }
  let counted = false
  for (const change of changes) {
    const by = Number(lives(change.record)) - Number(lives(before.records.get(keyOf(change))))
    if (by === 0) continue
    counts[change.collection] = (counts[change.collection] ?? 0) + by
    counted = true
  }
  await Promise.all([
    ...[...byCollection(changes)].map(([collection, list]) => writeTable(clinic, collection, list)),
    counted && writeSetting(clinic, 'counts', counts),
  ])
  transaction.on('complete', () => viewChanged(clinic.name, changes))
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

async function writeTable(
  clinic: ClinicDatabase,
  collection: Collection,
  list: readonly ViewChange[],
): Promise<void> {
  const table = viewOf(clinic, collection)
  const present = list.flatMap(({ record }) => (record ? [record] : []))
  if (present.length > 0) await table.bulkPut(present)
  const gone = list.flatMap(({ record, _id }) => (record ? [] : [_id]))
  if (gone.length > 0) await table.bulkDelete(gone)
}

/** A transaction inside another is on disk only with the outer one. */
function outermost(transaction: Transaction): Transaction {
  const { parent } = transaction as Transaction & { parent?: Transaction | null }
  return parent ? outermost(parent) : transaction
}
