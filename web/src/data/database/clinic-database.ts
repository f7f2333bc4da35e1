import { Dexie, type DexieOptions, type EntityTable, type Table, type Transaction } from 'dexie'
import type { Digests } from 'sync-protocol/records/digest'
import { COLLECTIONS, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { BehalfMark } from 'sync-protocol/merge/on-behalf'
import type { ResubmissionMark } from 'sync-protocol/merge/resubmission'
import type { JsonObject } from 'sync-protocol/records/json'
import { lifted, liftedRecord } from 'sync-protocol/records/lift'
import type { ContentOf, RecordOf } from 'sync-protocol/records/kinds'
import type { Mutation } from 'sync-protocol/records/mutation'
import type { Refusal } from 'sync-protocol/records/outcome'
import type { ServerContact } from './server-contact.ts'
import type { LoadProgress } from './load-progress.ts'
import type { PoliciesContent } from 'sync-protocol/records/policies'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import type { PoliciesItem } from 'sync-protocol/wire/policies'
import type { Organization, OrganizationUser } from 'sync-protocol/wire/organization'
import type { DraftToResubmit } from './drafts-to-resubmit.ts'

/** A record as screens read it: the server's state with this tablet's own pending mutations replayed on top. */
export type ViewRecord<C extends Collection = Collection> = RecordOf<C> & {
  /** Some of it is not yet on the server, or its outcome not yet here. `version` stays the server's. */
  pending?: true
  /** The load that brought it; older ones are swept after a reload. */
  load: number
}
/** One that was not deleted. */
export type LiveRecord<C extends Collection> = ViewRecord<C> & { content: ContentOf<C> }
export const isLive = <C extends Collection>(record: ViewRecord<C>): record is LiveRecord<C> =>
  record.content !== null

/** What the server has of a record that pending mutations touch; null for nothing. */
export interface ServerState {
  key: string
  collection: Collection
  _id: string
  record: ViewRecord | null
}

/** One mutation until its effect came back through the feed (sync contract T2). */
export interface OutboxRow {
  /** Order of saving on this tablet, over all lanes. */
  order?: number
  lane: string
  user_id: string
  user_name: string
  n: number
  id: string
  hash: string
  body: Mutation
  bytes: number
  /** Every record that it touches, as collection/_id. */
  keys: string[]
  /** 1 once its outcome is known and it only waits for the cursor. */
  done: 0 | 1
  /** 1 when it travels without its body, which stays in `kept`. */
  withdrawn: 0 | 1
  seq?: number
  /** It was made over what was pending then, of whomever, and over what the server had as this tablet knew it. */
  over?: 1
  /** Device's clock in ms, for the age of what is unsent. */
  saved_at: number
  /** The server took it in an epoch that it lost: whose it is, and its receipt. `user_id` brings it back. */
  returned?: ResubmissionMark
  /** The epoch that lost it. */
  lost?: string
  /** Its author cannot send it any more (sync contract D3): whose it is. `user_id` sends it. */
  on_behalf_of?: BehalfMark
}

/** Who made it, whoever sends it. */
export const authorOf = (row: OutboxRow): { user_id: string; user_name: string } =>
  row.returned ?? row.on_behalf_of ?? row

/**
 * What the server took, kept for a while so that a server restored from a backup gets it again (sync contract L6): one by
 * one from the restore on, and on tablets whose app stored it so.
 */
export interface Acknowledged {
  id: string
  /** Order of saving on this tablet. */
  order: number
  user_id: string
  user_name: string
  body: Mutation
  hash: string
  keys: string[]
  receipt: string
  /** The epoch that took it. */
  epoch: string
  /** When, by the server's clock. */
  at: string
  /** An earlier epoch had taken it and lost it; this tablet brought it back. */
  lost?: string
}

/** What one answer of the server acknowledged, as much of it as makes a value of moderate size: stored in one go. */
export interface AcknowledgedTogether extends Pick<Acknowledged, 'epoch' | 'at'> {
  part?: number
  each: Omit<Acknowledged, 'epoch' | 'at'>[]
}

/** A refused, parked or withdrawn mutation on this tablet until its `attention` record is here (sync contract T3). */
export interface KeptMutation {
  mutation_id: string
  user_id: string
  user_name: string
  lane: string
  mutation: Mutation
  status: 'rejected' | 'parked' | 'withdrawn'
  /** The server's record of it, which the feed has yet to bring; absent when the server has none. */
  attention_id?: string
  /** `too_late`: the server took it without effect, since what it settles was settled, or had moved. */
  code: Refusal | 'too_large' | 'too_late'
  field?: string
  message: string
  at: string
}

/** What somebody typed into the form of a library record and has not saved yet. It never leaves the tablet. */
export interface KeptForm {
  /** user/collection/_id, and the entry of Needs attention that it answers */
  key: string
  user_id: string
  collection: Collection
  /** Of the record, also of one that is not there yet. */
  _id: string
  mode: 'create' | 'edit' | 'copy'
  species: 0 | 1
  /** The record as the person saw it when the form was opened, and whose it is; absent for a new one. */
  seen?: { version: number; author_id: string; content: JsonObject }
  /** What a new form started with, a copy's content. */
  start?: JsonObject
  /** The fields as typed; absent while nothing was typed into a form that was reopened. */
  values?: object
  /** What a refused change wanted the record to be. */
  intended?: JsonObject
  /** What the record is called as typed, for the offer to go on. */
  name: string
  /** When it was typed, by the device's clock. */
  at: string
  /** What this form answers in Needs attention, settled when it is saved: a refused mutation, or a conflict. */
  refused?: string
  /** It completes a parked fact of this author, which could not stand for this reason, and approves it under their name. */
  completes?: { author_name: string; message: string }
  /** It answers a conflict. */
  contested?: true
  /** Saving it brings a deleted record back. */
  restores?: true
}

/** One user on this tablet. */
export interface LaneRow {
  user_id: string
  user_name: string
  id: string
  next_n: number
  /** A sender took everything up to here: it never changes any more. */
  taken_n: number
  /** How many of its mutations have no outcome yet. */
  unsent: number
  push_token: string | null
  /** The server knows it and has given section keys. */
  registered: boolean
  /** Nobody may send for it any more: the account was removed, or its right to push was revoked. */
  shut_out: boolean
  /** Where nobody may: the server said that the account was removed, so that no sign-in will change it. */
  removed?: boolean
  /** It is being given up for a new one: nothing of it is sent until that is done. */
  renewal?: Renewal
}

/** How far the rows of a lane have moved to the one that takes its place, piece by piece. */
export interface Renewal {
  /** Of the lane that comes. */
  id: string
  /** Rows up to this order have moved. */
  after: number
  /** How many did: the number of the last. */
  moved: number
  /** A sender took everything up to this new number. */
  taken: number
  /** From this number of the old lane on the server lacks what it had given an outcome, too. */
  again_from?: number
  /** What an earlier epoch took is being put back into it. */
  returning?: true
}

/** The organization and its users as a holder of 0 last saw them on this tablet. */
export interface SeenOrganization {
  organization: Organization
  users: OrganizationUser[]
  /** Device's clock, ISO. */
  at: string
}

/** The organization's tablets as a holder of 0 last saw them on this one. */
export interface SeenDevices {
  devices: ListedDevice[]
  /** Device's clock, ISO. */
  at: string
}

/** What was typed for a new user and not saved, by who typed it; never a password. */
export interface UnsavedUser {
  name: string
  email: string
  org_perms: readonly number[]
}

/** What was typed over the clinic's settings and not saved, and how they stood when the typing began. */
export interface UnsavedSettings {
  typed: PoliciesContent
  before: PoliciesContent
}

/** A head of the controlled-substance ledger as this tablet saw it, of one epoch of the server. */
export interface SeenHead {
  epoch: string
  n: number
  hash: string
  /** Device's clock, ISO. */
  seen_at: string
}

/** The server told of a ledger that is shorter than the one seen before, or another: its end was cut off or rewritten. */
export interface LedgerAlarm {
  epoch: string
  seen: SeenHead
  told: { n: number; hash: string; at: string }
  /** Who has dealt with it. */
  settled?: { by: string; by_name: string; at: string }
}

/** How a verification of the ledger ended, in words. */
export interface LedgerVerification {
  ok: boolean
  title: string
  lines: readonly string[]
  /** Device's clock, ISO. */
  at: string
  by_name: string
  /** The end of the last ledger that was whole. */
  whole?: { epoch: string; n: number; hash: string }
}

/** Collections that were found to differ from the server's, for whoever looks after the tablet. */
export interface Difference {
  /** Device's clock, ISO. */
  at: string
  collections: readonly string[]
  /** The tablet has held what the server has since. */
  ended: boolean
}

/** When the record tables were last looked through, and how long that took, in ms. */
export interface LookedThrough {
  at: number
  took: number
}

export interface Differences {
  count: number
  last: readonly Difference[]
}

export interface SettingValues {
  device: string
  /** What people call this tablet; empty: nothing. */
  device_name: string
  /** The same while the server has not heard of it. */
  device_name_untold: string
  /** It is the demonstration, as somebody's profile said here. */
  demonstration: true
  /** The server's epoch, unknown before the first contact. */
  epoch: string
  /** How often a tab or the service worker began to lead here (sync contract T4). */
  term: number
  cursor: number
  /** Number of the present load of the record tables. */
  load: number
  /** A reload is under way: what it does not bring is swept at its end. */
  reloading: boolean
  /** Only these collections are loaded anew, and swept at the end; null for all. */
  reloading_only: readonly string[] | null
  /** How far a load of the records came; null once there is none. */
  loading: LoadProgress | null
  /** Of what the server has, as this tablet holds it; absent until its tables were looked through. */
  digests: Digests
  /** Kept over terms: a tab that takes the lead does not look again at once. */
  looked_through: LookedThrough
  /** Times that this tablet did not hold what the server had. */
  differences: Differences
  /** Server's clock less the device's, in ms. */
  clock_offset_ms: number
  last_pull: string
  /** How the last round of this tablet ended, for the tabs that do not send. */
  server_reachable: boolean
  /** The protocol number that the server last refused; null once it took one. */
  refused_protocol: number | null
  /** Since when the server answers, whatever it says. */
  answering: ServerContact
  section_keys: { block: number; next: number; to: number }
  organization_seen: SeenOrganization
  devices_seen: SeenDevices
  policies_seen: PoliciesItem
  unsaved_users: Readonly<Record<string, UnsavedUser>>
  unsaved_settings: Readonly<Record<string, UnsavedSettings>>
  ledger_alarms: readonly LedgerAlarm[]
  ledger_verified: LedgerVerification
  /** Where a person's open table lives since it was kept apart: `user_id/draft` to draft (sync contract M10). */
  table_forks: Readonly<Record<string, string>>
  /** The server has a new epoch, and this tablet has not yet brought back what the old one took. */
  to_return: boolean
  drafts_to_return: readonly DraftToResubmit[]
  /** Refused sheets that were opened again here, the newest first. */
  reopened_sheets: readonly RefusedSheet[]
}
/** What a refused change would have made. */
export interface RefusedSheet {
  sheet_id: string
  /** Of its controlled drugs, in their order. */
  draw_ids: readonly string[]
  day: string
}
export interface SettingRow {
  key: string
  value: unknown
}

/** A record of a collection that this release does not know, until one that does opens this database (sync contract W2). */
export interface UnreadRecord {
  key: string
  record: SyncRecord & { load: number }
}

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
}

/** Collections that came after the first version, each with the version of this database that has its table. */
const SINCE: Partial<Record<Collection, number>> = { policies: 7 }

const RECORD_INDEXES: Partial<Record<Collection, string>> = {
  drafts: '_id, meta.author_id',
  draws: '_id, content.day',
  attention: '_id, content.mutation.id',
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
