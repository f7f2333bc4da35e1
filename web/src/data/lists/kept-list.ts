import { Dexie } from 'dexie'
import { sameDigest } from 'sync-protocol/records/digest'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ListPart, ViewRecord } from '../database/clinic-rows.ts'
import type { KeptList } from '../database/setting-values.ts'
import { readSettings } from '../database/settings.ts'
import { entryOf, HEAVY } from './list-entry.ts'
import type { ListEntry } from './list-search.ts'

/** Parts that one transaction reads or changes: it holds others up for some milliseconds. */
export const PARTS = 8
/** Records that one transaction reads: a save waits for it. */
const PIECE = 150
const PIECE_OF_HEAVY = 50
/** Where more changed than this, the records themselves are read. */
export const MOST_CHANGED = 2000

/** Whose entries these are, and what made them. */
export interface Maker {
  clinic: ClinicDatabase
  collection: Collection
  /** IANA name. */
  timeZone: string
  /** The sources that make an entry. */
  madeBy: string
}

export interface ReadList {
  /** By id. */
  entries: ListEntry[]
  /** What has changed since, as it is now; undefined for what is gone. */
  changed: Map<string, ListEntry | undefined>
}

export const pieceOf = ({ collection }: Maker) => (HEAVY.has(collection) ? PIECE_OF_HEAVY : PIECE)

export const isBy = (list: KeptList | undefined, { timeZone, madeBy }: Maker): list is KeptList =>
  list?.made_by === madeBy && list.time_zone === timeZone

/** The kept list that may be read: whole, made by this version, and told of each change. */
export async function keptNow(maker: Maker): Promise<KeptList | undefined> {
  const { clinic, collection } = maker
  const [lists, digests, loading, load = 0] = await readSettings(clinic, [
    'kept_lists',
    'digests',
    'loading',
    'load',
  ])
  const list = lists?.[collection]
  if (!isBy(list, maker) || !list.complete || loading || !digests) return undefined
  // A restored server numbers its versions as before: an earlier version of the app may have loaded others in their place.
  if (/* @rule kept-list-load */ list.load !== load) return undefined
  const isTold = /* @rule kept-list-told */ sameDigest(list.digest, digests[collection])
  return isTold ? list : undefined
}

export const partsFrom = ({ clinic, collection }: Maker, after: string | undefined) =>
  clinic.list_parts
    .where('[collection+first]')
    .between([collection, after ?? ''], [collection, Dexie.maxKey], after === undefined, true)
export const notesOf = ({ clinic, collection }: Maker) =>
  clinic.list_changes.where('collection').equals(collection)

/** The ids that changed since the parts were written: as noted, or by what is still in the outbox. */
async function changedSince(maker: Maker): Promise<string[]> {
  const { clinic, collection } = maker
  const [notes, keys] = await Promise.all([
    notesOf(maker).toArray(),
    clinic.outbox.where('keys').startsWith(`${collection}/`).uniqueKeys(),
  ])
  return [
    ...notes.flatMap(({ ids }) => ids),
    ...(keys as string[]).map((key) => key.slice(collection.length + 1)),
  ]
}

const stateOf = (maker: Maker) =>
  maker.clinic.transaction(
    'r',
    [maker.clinic.settings, maker.clinic.list_changes, maker.clinic.outbox],
    async () => {
      const list = await keptNow(maker)
      return list && { list, changed: await changedSince(maker) }
    },
  )

/**
 * The list as it is kept, and what has changed since; undefined where the records have to be read instead. Whoever reads it
 * listens already to what changes meanwhile.
 */
export async function readKeptList(maker: Maker): Promise<ReadList | undefined> {
  const { clinic, collection, timeZone } = maker
  const before = await stateOf(maker)
  if (!before) return undefined
  const entries: ListEntry[] = []
  for (let after: string | undefined, more = true; more;) {
    const parts: ListPart[] = await partsFrom(maker, after).limit(PARTS).toArray()
    for (const { text } of parts) for (const entry of JSON.parse(text) as ListEntry[]) entries.push(entry)
    after = parts.at(-1)?.first
    more = parts.length === PARTS
  }
  const now = await stateOf(maker)
  // What was noted before may stand in a part that had been read by then.
  // @rule kept-list-whole
  if (now?.list.writing !== before.list.writing) return undefined
  const ids = [...new Set([...before.changed, ...now.changed])]
  if (ids.length > MOST_CHANGED) return undefined
  const changed = new Map<string, ListEntry | undefined>()
  const piece = pieceOf(maker)
  for (let from = 0; from < ids.length; from += piece) {
    const some = ids.slice(from, from + piece)
    const records = await viewOf(clinic, collection).bulkGet(some)
    some.forEach((id, nth) => changed.set(id, made(records[nth], collection, timeZone)))
  }
  return { entries, changed }
}

export const made = (record: ViewRecord | undefined, collection: Collection, timeZone: string) =>
  record && entryOf(collection, record, timeZone)
