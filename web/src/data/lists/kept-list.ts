import { Dexie } from 'dexie'
import { sameDigest } from 'sync-protocol/records/digest'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ListPart, ViewRecord } from '../database/clinic-rows.ts'
import type { KeptList } from '../database/setting-values.ts'
import { readSetting, readSettings, writeSetting } from '../database/settings.ts'
import { entryOf, HEAVY } from './list-entry.ts'
import type { ListEntry } from './list-search.ts'

/** Entries of a part: some 60 KB of text, since Chromium puts larger values into files of their own. */
const PART = 150
/** What of it may be added before it is divided. */
const PART_AT_MOST = 2 * PART
/** Parts that one transaction reads or changes: it holds others up for some milliseconds. */
const PARTS = 8
/** Notes that one transaction takes in. */
const NOTES = 50
/** Records that one transaction reads: a save waits for it. */
const PIECE = PART
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

const pieceOf = ({ collection }: Maker) => (HEAVY.has(collection) ? PIECE_OF_HEAVY : PIECE)

const isBy = (list: KeptList | undefined, { timeZone, madeBy }: Maker): list is KeptList =>
  list?.made_by === madeBy && list.time_zone === timeZone

/** The kept list that may be read: whole, made by this version, and told of each change. */
async function keptNow(maker: Maker): Promise<KeptList | undefined> {
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

const partsFrom = ({ clinic, collection }: Maker, after: string | undefined) =>
  clinic.list_parts
    .where('[collection+first]')
    .between([collection, after ?? ''], [collection, Dexie.maxKey], after === undefined, true)
const notesOf = ({ clinic, collection }: Maker) => clinic.list_changes.where('collection').equals(collection)

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

const made = (record: ViewRecord | undefined, collection: Collection, timeZone: string) =>
  record && entryOf(collection, record, timeZone)

/** Lets others have the database, and the page its frames, between two transactions. */
export type Pause = () => Promise<void>

/** Runs a transaction that writes parts; undefined when the list is not the one of `writing` any more. */
function writing<T>(
  maker: Maker,
  asked: (list: KeptList | undefined) => boolean,
  work: (list: KeptList | undefined) => Promise<T>,
): Promise<T | undefined> {
  const { clinic, collection } = maker
  const tables = [viewOf(clinic, collection), clinic.settings, clinic.list_parts, clinic.list_changes]
  return clinic.transaction('rw', tables, async () => {
    const [lists, loading] = await readSettings(clinic, ['kept_lists', 'loading'])
    const list = lists?.[collection]
    return loading || !asked(list) ? undefined : work(list)
  })
}

async function writeList({ clinic, collection }: Maker, list: KeptList): Promise<void> {
  const lists = await readSetting(clinic, 'kept_lists')
  await writeSetting(clinic, 'kept_lists', { ...lists, [collection]: list })
}

const asParts = (collection: Collection, first: string, entries: readonly ListEntry[]): ListPart[] => {
  const parts: ListPart[] = []
  for (let from = 0; from < entries.length; from += PART) {
    const some = entries.slice(from, from + PART)
    parts.push({
      collection,
      first: from === 0 ? first : (some[0]?._id ?? ''),
      text: JSON.stringify(some),
    })
  }
  return parts
}

/** Writes a list's entries beside its records, so that the next start reads them instead. */
export async function keepList(maker: Maker, pause: Pause): Promise<void> {
  const { clinic, collection, timeZone, madeBy } = maker
  const begun = await writing(
    maker,
    () => true,
    async (list) => {
      const [digests, load = 0] = await readSettings(clinic, ['digests', 'load'])
      // A tablet of an earlier version has none until its tables are looked through.
      if (!digests) return undefined
      // Never one that there was: whoever kept a list that a load gave up since must not take this one for theirs.
      const next = /* @rule kept-list-own */ Math.max((list?.writing ?? 0) + 1, Date.now())
      await partsFrom(maker, undefined).delete()
      await notesOf(maker).delete()
      await writeList(maker, {
        made_by: madeBy,
        time_zone: timeZone,
        writing: next,
        complete: false,
        load,
        digest: digests[collection],
      })
      return next
    },
  )
  if (begun === undefined) return
  const piece = pieceOf(maker)
  const isOurs = (list: KeptList | undefined) => list?.writing === begun && !list.complete
  for (let after: string | undefined = ''; after !== undefined;) {
    await pause()
    const from: string = after
    after = await writing(maker, isOurs, async (list) => {
      const records = await viewOf(clinic, collection).where('_id').above(from).limit(piece).toArray()
      const entries = records.flatMap((record) => made(record, collection, timeZone) ?? [])
      const first = from === '' ? '' : entries[0]?._id
      if (first !== undefined) await clinic.list_parts.bulkPut(asParts(collection, first, entries))
      await notePending(maker, records)
      const last = records.at(-1)
      if (last && records.length === piece) return last._id
      if (list) await writeList(maker, { ...list, complete: true })
      return undefined
    })
  }
}

/** Gives up what is kept of a list, with its room. */
export async function dropList(maker: Maker): Promise<void> {
  const { clinic, collection } = maker
  await clinic.transaction('rw', [clinic.settings, clinic.list_parts, clinic.list_changes], async () => {
    const lists = await readSetting(clinic, 'kept_lists')
    if (lists?.[collection] === undefined) return
    const left = { ...lists }
    delete left[collection]
    await partsFrom(maker, undefined).delete()
    await notesOf(maker).delete()
    await writeSetting(clinic, 'kept_lists', left)
  })
}

/** What is pending is looked at by every start: an earlier version, which notes nothing, may decide it. */
async function notePending({ clinic, collection }: Maker, records: readonly (ViewRecord | undefined)[]) {
  const ids = records.flatMap((record) => (record?.pending ? [record._id] : []))
  // @rule kept-list-pending
  if (ids.length > 0) await clinic.list_changes.add({ collection, ids })
}

/** Whether a list is kept that was made as this one is, how often something was noted since, and how much at most. */
export async function keptState(maker: Maker): Promise<{ kept: boolean; notes: number; noted: number }> {
  const { clinic } = maker
  return clinic.transaction('r', [clinic.settings, clinic.list_changes], async () => {
    const [list, notes] = await Promise.all([keptNow(maker), notesOf(maker).toArray()])
    const noted = notes.reduce((sum, { ids }) => sum + ids.length, 0)
    return { kept: list !== undefined, notes: notes.length, noted }
  })
}

/** Takes what was noted so far into the parts, so that a start has little to read again. */
export async function foldNotes(maker: Maker, pause: Pause): Promise<void> {
  const last = (await notesOf(maker).last())?.n
  if (last === undefined) return
  while (await foldSome(maker, last)) await pause()
}

/** Up to this note: what is pending is noted once more after it. True when there is more to be taken in. */
async function foldSome(maker: Maker, upTo: number): Promise<boolean> {
  const { clinic, collection, timeZone } = maker
  const more = await writing(
    maker,
    (list) => isBy(list, maker) && list.complete,
    async (list) => {
      const oldest = await notesOf(maker).limit(NOTES).toArray()
      const notes = oldest.filter(({ n = 0 }) => n <= upTo)
      const ids = [...new Set(notes.flatMap((note) => note.ids))].sort()
      if (!list || ids.length === 0) return false
      const firsts = (await partsFrom(maker, undefined).primaryKeys()).map(([, first]) => first)
      const some = byTheirPart(ids.slice(0, pieceOf(maker)), firsts).slice(0, PARTS)
      const taken = some.flatMap(([, each]) => each)
      const left = ids.slice(taken.length)
      const records = await viewOf(clinic, collection).bulkGet(taken)
      const now = new Map(taken.map((id, nth) => [id, made(records[nth], collection, timeZone)]))
      for (const [first, each] of some) await writePart(maker, first, each, now)
      await clinic.list_changes.bulkDelete(notes.flatMap(({ n }) => n ?? []))
      // In their place: what is left comes before what was noted since.
      if (left.length > 0) await clinic.list_changes.put({ ...notes[0], collection, ids: left })
      await notePending(maker, records)
      await writeList(maker, { ...list, writing: list.writing + 1 })
      return left.length > 0 || notes.length === NOTES
    },
  )
  return more === true
}

/** Ids and the first ids of parts, both ascending: the part of each id begins with the last first that is not above it. */
function byTheirPart(ids: readonly string[], firsts: readonly string[]): [first: string, ids: string[]][] {
  const groups: [string, string[]][] = []
  let at = -1
  for (const id of ids) {
    while (at + 1 < firsts.length && (firsts[at + 1] as string) <= id) at++
    const first = firsts[at] ?? ''
    const last = groups.at(-1)
    if (last?.[0] === first) last[1].push(id)
    else groups.push([first, [id]])
  }
  return groups
}

async function writePart(
  { clinic, collection }: Maker,
  first: string,
  ids: readonly string[],
  now: ReadonlyMap<string, ListEntry | undefined>,
): Promise<void> {
  const part = await clinic.list_parts.get([collection, first])
  const before = part ? (JSON.parse(part.text) as ListEntry[]) : []
  const entries = [
    ...before.filter(({ _id }) => !now.has(_id)),
    ...ids.flatMap((id) => now.get(id) ?? []),
  ].sort((a, b) => (a._id < b._id ? -1 : 1))
  if (entries.length > PART_AT_MOST) await clinic.list_parts.bulkPut(asParts(collection, first, entries))
  else if (entries.length === 0 && first !== '') await clinic.list_parts.delete([collection, first])
  else await clinic.list_parts.put({ collection, first, text: JSON.stringify(entries) })
}
