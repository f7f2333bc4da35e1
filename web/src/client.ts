import { liveRead } from './data/database/live-read.ts'
import { listIndex } from './data/lists/list-index.ts'
import { defaultQuery, searchList, type ListEntry } from './data/lists/list-search.ts'
import { newId } from './data/database/ids.ts'
import { getRecord } from './data/view/records.ts'
import { save } from './data/outbox/save.ts'
import { saveTogether } from './data/outbox/save-together.ts'
import { restoreSession, session, signIn, signOut } from './data/people/session.ts'
import { syncStatus } from './data/database/sync-status.ts'
import { startSync } from './sync/start.ts'
import type { Collection } from 'sync-protocol/records/envelope'
import type { Op } from 'sync-protocol/records/mutation'

/** One change of one record, as the sync contract's section 2 names them. */
export type Change =
  | { op: 'create'; collection: string; _id: string; content: Record<string, unknown> }
  | {
      op: 'update'
      collection: string
      _id: string
      /** The version that the person saw, and the fields' values in it. */
      base: number
      set: Record<string, unknown>
      was: Record<string, unknown>
    }
  | { op: 'delete'; collection: string; _id: string; base: number }
  | { op: 'void'; collection: string; _id: string; base: number; reason: string }

/** What a person wants done: all of it or none. */
export interface Intent {
  /** For the action log, such as `drug.create`. */
  action: string
  detail?: string
  ops: Change[]
}

export interface ClientRecord {
  collection: string
  _id: string
  version: number
  meta: { author_id: string; author_name: string; date_created: string; date_edited?: string }
  content: Record<string, unknown> | null
  voided?: { by: string; at: string; reason: string }
  /** Some of it is not on the server yet. */
  pending?: true
}

/** A light entry of a list; the record behind it comes from `read`. */
export interface Entry {
  _id: string
  name: string
  author_name: string
  /** ISO instant. */
  date_created: string
  pending: boolean
  voided: boolean
}

export interface Query {
  /** Words, all of which must occur, in any order and case. */
  text?: string
  field?: 'name' | 'author' | 'date'
  sort?: 'name' | 'author' | 'date'
  order?: 'ascending' | 'descending'
  /** 0 canine, 1 feline. */
  species?: number
  /** Voided facts are left out unless asked for. */
  voided?: boolean
}

/** A collection of the clinic in memory, kept live. */
export interface List {
  /** Resolves once it is read. */
  ready: Promise<void>
  /** Entries from the `from`-th on, at most `count`; newest first unless the query says otherwise. */
  page(query?: Query, from?: number, count?: number): readonly Entry[]
  /** Calls after every change; call what it gives to stop. */
  subscribe(listener: () => void): () => void
}

export interface Status {
  state: 'reading' | 'sent' | 'sending' | 'offline' | 'attention' | 'behind' | 'stuck'
  /** Saved changes that the server has not answered for. */
  unsent: number
  /** ISO instant of the oldest of them. */
  oldestAt: string | null
  /** Changes that wait for a person. */
  attention: number
  serverReachable: boolean
  /** Everything that the clinic has is on this device. */
  loaded: boolean
}

export type SignInOutcome = { ok: true } | { ok: false; reason: string; message: string }

/** The clinic's local database, and what keeps it in step with the server that the page came from. */
export interface Client {
  /** With the server, or without it on a device that knows the person. Opens the clinic's database. */
  signIn(email: string, password: string): Promise<SignInOutcome>
  /** What is unsent stays, and is still sent under its author's name. */
  signOut(): Promise<void>
  user(): { _id: string; name: string; org_id: string } | null
  /** Resolves when the change is on this device's disk; waits for no network. Rejects, and has saved nothing, otherwise. */
  save(intent: Intent): Promise<{ mutation_id: string }>
  /** The same for several: all or none. */
  saveAll(intents: readonly Intent[]): Promise<void>
  /** A record with this device's own unsent changes; undefined when there is none, or it was deleted. */
  read(collection: string, id: string): Promise<ClientRecord | undefined>
  /** Calls with the record now and after every change, from here or elsewhere; call what it gives to stop. */
  watch(collection: string, id: string, listener: (record: ClientRecord | undefined) => void): () => void
  list(collection: string): List
  /** Sends and reads from now on, in one tab at a time; call what it gives to stop. */
  startSync(): () => Promise<void>
  status(): Status
  onStatus(listener: (status: Status) => void): () => void
  /** An identity for a new record. */
  newId(): string
}

/** What a page of the app imports of it is in `data/` and `sync/`; this is for pages without the app. */
export async function openClient(): Promise<Client> {
  await restoreSession()
  return {
    signIn,
    signOut,
    user: () => session.getState().user,
    save: (intent) => save(asOwn(intent)),
    saveAll: async (intents) => {
      await saveTogether(intents.map(asOwn))
    },
    read: (collection, id) => getRecord(collection as Collection, id),
    watch: (collection, id, listener) =>
      liveRead(() => getRecord(collection as Collection, id) as Promise<ClientRecord | undefined>, listener),
    list,
    startSync,
    status: syncStatus.getState,
    onStatus: (listener) => syncStatus.subscribe(listener),
    newId,
  }
}

/** The schema of every mutation is checked when it is saved: a wrong shape is refused there, by name. */
const asOwn = ({ ops, ...intent }: Intent) => ({ ...intent, ops: ops as Op[] })

function list(collection: string): List {
  const index = listIndex(collection as Collection)
  return {
    ready: index.ready,
    page: (query = {}, from = 0, count = 20): readonly ListEntry[] =>
      searchList(index.entries(), { ...defaultQuery, ...query }).slice(from, from + count),
    subscribe: index.subscribe,
  }
}
