import { Dexie, type DexieOptions, type EntityTable, type Table, type Transaction } from 'dexie'
import { COLLECTIONS, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import { lifted, liftedRecord } from 'sync-protocol/records/lift'
import type {
  Acknowledged,
  AcknowledgedTogether,
  KeptForm,
  KeptMutation,
  KeptPrint,
  LaneRow,
  ListChange,
  ListPart,
  OutboxRow,
  ServerState,
  UnreadRecord,
  ViewRecord,
} from './clinic-rows.ts'
import { oneWriteAtATime } from './one-write-at-a-time.ts'
import { endsWithPage } from './put-aside.ts'
import type { SeenHead, SettingRow } from './setting-values.ts'

export interface ClinicDatabase extends Dexie {
  server_state: EntityTable<ServerState, 'key'>
  outbox: Table<OutboxRow, number>
  kept: EntityTable<KeptMutation, 'mutation_id'>
  lanes: EntityTable<LaneRow, 'user_id'>
  settings: EntityTable<SettingRow, 'key'>
  kept_forms: EntityTable<KeptForm, 'key'>
  ledger_heads: Table<SeenHead, [epoch: string, n: number]>
  acknowledged: EntityTable<Acknowledged, 'id'>
  acknowledged_together: EntityTable<AcknowledgedTogether, 'part'>
  unread: EntityTable<UnreadRecord, 'key'>
  list_parts: Table<ListPart, [collection: Collection, first: string]>
  list_changes: Table<ListChange, number>
  prints: EntityTable<KeptPrint, 'sheet'>
}

/** Collections that came after the first version, each with the version of this database that has its table. */
const SINCE: Partial<Record<Collection, number>> = { policies: 7, code_events: 9, day_rows: 11 }

const RECORD_INDEXES: Partial<Record<Collection, string>> = {
  drafts: '_id, meta.author_id',
  draws: '_id, content.day',
  attention: '_id, content.mutation.id',
  code_events: '_id, content.code_id, content.at',
  day_rows: '_id, content.day',
}

/**
 * Opens nothing yet: Dexie opens at first use. Strict durability everywhere: with the browser's default a power cut takes
 * what was acknowledged.
 */
export function clinicDatabase(orgId: string, options: DexieOptions = {}): ClinicDatabase {
  const clinic = new Dexie(`clinic-${orgId}`, {
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
    ...options,
  }) as ClinicDatabase
  clinic.version(1).stores({
    ...tablesOf(1),
    server_state: 'key',
    outbox: '++order, id, [lane+n], [done+seq], *keys, done',
    kept: 'mutation_id, user_id',
    lanes: 'user_id, id',
    settings: 'key',
  })
  clinic.version(2).stores({ kept_forms: 'key, [user_id+collection]' })
  clinic.version(3).stores({ ledger_heads: '[epoch+n]' })
  clinic.version(4).stores({ acknowledged: 'id, epoch, at' })
  clinic.version(5).stores({ acknowledged_together: '++part, epoch, at' })
  clinic.version(6).stores({ unread: 'key' }).upgrade(liftStored)
  clinic.version(7).stores(tablesOf(7)).upgrade(readUnread(7))
  clinic.version(8).stores({ list_parts: '[collection+first]', list_changes: '++n, collection' })
  clinic.version(9).stores(tablesOf(9)).upgrade(readUnread(9))
  clinic.version(10).stores({ prints: 'sheet, at' })
  clinic.version(11).stores(tablesOf(11)).upgrade(readUnread(11))
  clinic.version(12).stores({ sheets: '_id, content.day_row, content.corrects' })
  oneWriteAtATime(clinic, 'unread')
  endsWithPage(clinic)
  return clinic
}

const collectionsOf = (version: number) => COLLECTIONS.filter((name) => (SINCE[name] ?? 1) === version)

const tablesOf = (version: number) =>
  Object.fromEntries(collectionsOf(version).map((name) => [name, RECORD_INDEXES[name] ?? '_id']))

/** What came while this tablet did not know the collection. */
const readUnread = (version: number) => async (transaction: Transaction) => {
  const unread = transaction.table<UnreadRecord, string>('unread')
  for (const name of collectionsOf(version)) {
    const rows = unread.where('key').startsWith(`${name}/`)
    await transaction.table(name).bulkPut((await rows.toArray()).map(({ record }) => record))
    await rows.delete()
  }
}

/** What an earlier release stored, as today's edition says it; what is unsent stays as it was hashed. */
async function liftStored(transaction: Transaction): Promise<void> {
  for (const name of ['drugs', 'conflicts'])
    await transaction
      .table<SyncRecord>(name)
      .toCollection()
      .modify((record, place) => {
        place.value = liftedRecord(record)
      })
  await transaction
    .table<ServerState>('server_state')
    .toCollection()
    .modify((state) => {
      if (state.record !== null) state.record = liftedRecord(state.record)
    })
  await transaction
    .table<KeptForm>('kept_forms')
    .toCollection()
    .modify((form) => {
      if (form.seen) form.seen.content = lifted(form.collection, form.seen.content)
      if (form.start) form.start = lifted(form.collection, form.start)
      if (form.intended) form.intended = lifted(form.collection, form.intended)
    })
}

/** The view of a collection. Only records that their kind's schema passed are written to it. */
export const viewOf = <C extends Collection>(
  clinic: ClinicDatabase,
  collection: C,
): Table<ViewRecord<C>, string> => clinic.table(collection)

export type { Table } from 'dexie'

/** Every table of a transaction that may change the view. */
export const allTables = (clinic: ClinicDatabase): Table[] => clinic.tables

export const orgOf = (clinic: ClinicDatabase) => clinic.name.slice('clinic-'.length)
