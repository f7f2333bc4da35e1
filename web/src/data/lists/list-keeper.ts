import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf } from '../database/clinic-database.ts'
import type { ListPart, ViewRecord } from '../database/clinic-rows.ts'
import { isFull, isRoomPlenty } from '../database/reserve.ts'
import type { KeptList } from '../database/setting-values.ts'
import { readSetting, readSettings, writeSetting } from '../database/settings.ts'
import {
  isBy,
  keptNow,
  made,
  MOST_CHANGED,
  notesOf,
  partsFrom,
  PARTS,
  pieceOf,
  type Maker,
} from './kept-list.ts'
import type { ListEntry } from './list-search.ts'

/** Entries of a part: some 60 KB of text, since Chromium puts larger values into files of their own. */
const PART = 150
/** What of it may be added before it is divided. */
const PART_AT_MOST = 2 * PART
/** Notes that one transaction takes in. */
const NOTES = 50
/** Fewer are read as records in a moment. */
const WORTH_KEEPING = 1000
/** Notes, and records named by them, that a start may have to read again before they are taken into the kept list. */
const NOTES_LEFT = 20
const NOTED_LEFT = 200

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

/** Keeps the list for the next start: whole where it is not, with what changed since where that is much. */
export async function keepForNextStart(maker: Maker, count: () => number, pause: Pause): Promise<void> {
  const { kept, notes, noted } = await keptState(maker)
  const isRead = kept && noted <= MOST_CHANGED
  if (isRead && (notes > NOTES_LEFT || noted > NOTED_LEFT)) await foldNotes(maker, pause)
  if (isRead) return
  // What another version kept is of no use to this one, and is noted for all the same.
  if (count() < WORTH_KEEPING || !(await isRoomPlenty())) return dropList(maker)
  try {
    await keepList(maker, pause)
  } catch (error) {
    // What is half kept is of no use, and a save may need its room.
    if (isFull(error)) await dropList(maker)
    throw error
  }
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
async function dropList(maker: Maker): Promise<void> {
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
