import { Dexie, type ObservabilitySet } from 'dexie'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { readKeptList, type Maker } from './kept-list.ts'
import { entryOf, HEAVY } from './list-entry.ts'
import { goesOn } from './list-lines.ts'
import type { ListEntry } from './list-search.ts'
import { currentClinic, currentUser, isSignedIn } from '../database/signed-in.ts'
import { edited, placeIn, type Compare } from './sorted-list.ts'
import { isToldAlready, onViewChanges, onViewUndone } from '../view/view-changes.ts'

/** A piece must fit between two frames, also on a tablet four times as slow as a desk's computer. */
const PIECE = 500
const PIECE_OF_HEAVY = 50
/** Records that change at once only while a tablet loads. */
const MANY = 100
const WHILE_LOADING_MS = 400
/** A connection that was lost is open again after this long, or it is worth telling. */
const FIRST_READ_AGAIN_MS = [100, 1000]
/** Changes after which it is looked at whether the kept list needs them. */
const FOLD_EACH = 200
/** What is kept for the next start waits until this much time went by without a change of many. */
const REST_MS = 10_000

/** The light entries of one collection, in memory and live. */
export interface ListIndex {
  /** A new array after each change; empty until `ready`. */
  entries(): readonly ListEntry[]
  subscribe(listener: () => void): () => void
  ready: Promise<void>
  isReady(): boolean
}

declare const LIST_SOURCES: string | undefined
/** Told by the build, of all sources that make an entry; nothing is kept by what was not built. */
const MADE_BY = typeof LIST_SOURCES === 'string' ? LIST_SOURCES : undefined

const NOTHING: readonly ListEntry[] = []
const byId: Compare<Pick<ListEntry, '_id'>> = (a, b) => (a._id < b._id ? -1 : a._id > b._id ? 1 : 0)

class LiveIndex implements ListIndex {
  readonly ready: Promise<void>
  /** By id. */
  private snapshot = NOTHING
  /** What changed since. */
  private changes = new Map<string, ListEntry | undefined>()
  /** What changed since the reading that is under way began. */
  private meanwhile: Map<string, ListEntry | undefined> | undefined
  private readonly listeners = new Set<() => void>()
  private built = false
  private readonly clinic: ClinicDatabase
  private readonly collection: Collection
  private readonly timeZone: string
  private readonly piece: number
  /** Undefined where nothing is kept for the next start. */
  private readonly maker: Maker | undefined

  constructor(clinic: ClinicDatabase, collection: Collection, timeZone: string, madeBy?: string) {
    this.clinic = clinic
    this.collection = collection
    this.timeZone = timeZone
    this.piece = HEAVY.has(collection) ? PIECE_OF_HEAVY : PIECE
    this.maker = madeBy === undefined ? undefined : { clinic, collection, timeZone, madeBy }
    this.ready = this.firstRead()
    this.ready.then(this.keepSoon, () => undefined)
  }

  readonly entries = (): readonly ListEntry[] => {
    if (this.built && this.changes.size > 0) this.takeIn()
    return this.snapshot
  }
  readonly isReady = (): boolean => this.built
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  put(id: string, record: ViewRecord | undefined): void {
    this.unfolded++
    if (this.unfolded % FOLD_EACH === 0) this.keepSoon()
    const entry = record && entryOf(this.collection, record, this.timeZone)
    this.changes.set(id, entry)
    this.meanwhile?.set(id, entry)
  }
  changed(): void {
    for (const listener of this.listeners) listener()
  }

  private takeIn(): void {
    const before = this.snapshot
    const changes = [...this.changes].sort(([a], [b]) => (a < b ? -1 : 1))
    this.changes = new Map()
    const goneAt: number[] = []
    const comeAt: number[] = []
    const come: ListEntry[] = []
    for (const [_id, entry] of changes) {
      const at = placeIn(before, { _id }, byId)
      if (before[at]?._id === _id) goneAt.push(at)
      if (!entry) continue
      comeAt.push(at)
      come.push(entry)
    }
    if (goneAt.length + come.length === 0) return
    this.snapshot = edited(before, { goneAt, comeAt, come })
    goesOn(before, this.snapshot, { gone: goneAt.flatMap((at) => before[at] ?? []), come })
  }

  private soon: ReturnType<typeof setTimeout> | undefined
  /** Of a load, which brings thousands of records in pieces, a list is shown anew now and then. */
  changedSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined
      // Also while nobody looks: to take in everything at once would hold up whoever does next.
      this.entries()
      this.changed()
    }, WHILE_LOADING_MS)
  }

  private async firstRead(): Promise<void> {
    for (const wait of FIRST_READ_AGAIN_MS) {
      try {
        return await this.build()
      } catch (error) {
        if (this.clinic.hasBeenClosed()) throw error
        console.warn('A list is read once more.', this.collection, error)
        await new Promise((over) => setTimeout(over, wait))
      }
    }
    return this.build()
  }

  /** Reads in pieces so that typing stays smooth; what changes meanwhile comes through `put`, newer than what is read. */
  private async build(): Promise<void> {
    const meanwhile = new Map<string, ListEntry | undefined>()
    this.meanwhile = meanwhile
    let read: ListEntry[] = []
    let changed = new Map<string, ListEntry | undefined>()
    try {
      const kept = this.built || !this.maker ? undefined : await readKeptList(this.maker)
      if (kept) ({ entries: read, changed } = kept)
      for (
        let next: Promise<ViewRecord[]> | undefined = kept ? undefined : this.readPiece('');
        next !== undefined;
      ) {
        const records: ViewRecord[] = await next
        const last = records.length < this.piece ? undefined : records.at(-1)
        // The disk looks for the next ones while these are taken in.
        next = last && this.readPiece(last._id)
        for (const record of records) {
          const entry = entryOf(this.collection, record, this.timeZone)
          if (entry) read.push(entry)
        }
      }
    } finally {
      this.meanwhile = undefined
    }
    this.snapshot = read
    this.changes = new Map([...changed, ...meanwhile])
    this.built = true
    this.changed()
  }

  private readPiece(after: string): Promise<ViewRecord[]> {
    return viewOf(this.clinic, this.collection).where('_id').above(after).limit(this.piece).toArray()
  }

  private unfolded = 0
  private keeping: ReturnType<typeof setTimeout> | undefined
  /** For the next start: once nothing else is to do. */
  private readonly keepSoon = (): void => {
    const { maker } = this
    if (!maker) return
    clearTimeout(this.keeping)
    this.keeping = setTimeout(() => {
      this.keep(maker).catch((error: unknown) => {
        if (!this.clinic.hasBeenClosed())
          console.warn('A list is not kept for the next start.', this.collection, error)
      })
    }, REST_MS)
  }

  private async keep(maker: Maker): Promise<void> {
    await idle()
    const { keepForNextStart } = await import('./list-keeper.ts')
    await keepForNextStart(maker, () => this.entries().length, idle)
  }

  private reading: Promise<void> | undefined
  private again = false
  /** Everything, once more: while another tab loads, each of its pieces asks for it. */
  private async readAll(): Promise<void> {
    this.again = true
    this.reading ??= (async () => {
      while (this.again) {
        this.again = false
        const begun = performance.now()
        await this.build()
        const rest = Math.max(WHILE_LOADING_MS, performance.now() - begun)
        if (this.again) await new Promise((over) => setTimeout(over, rest))
      }
    })().finally(() => (this.reading = undefined))
    return this.reading
  }

  /** Another tab changed these records, or any (`ids` undefined). */
  async refresh(ids: readonly string[] | undefined): Promise<void> {
    await this.ready
    if (ids === undefined) return this.readAll()
    const records = await viewOf(this.clinic, this.collection).bulkGet([...ids])
    ids.forEach((id, index) => this.put(id, records[index]))
    this.changed()
  }
}

const idle = (): Promise<void> =>
  new Promise((rest) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => rest())
    else setTimeout(rest)
  })

const indexes = new Map<string, LiveIndex>()

onViewChanges((clinicName, changes) => {
  const touched = new Set<LiveIndex>()
  for (const { collection, _id, record } of changes) {
    const index = indexes.get(`${clinicName}/${collection}`)
    if (!index) continue
    index.put(_id, record)
    touched.add(index)
  }
  for (const index of touched) {
    if (changes.length < MANY) index.changed()
    else index.changedSoon()
  }
})

onViewUndone((clinicName, changes) => {
  for (const { collection, _id } of changes) {
    const index = indexes.get(`${clinicName}/${collection}`)
    if (index) readAgain(index, [_id])
  }
})

/** A range of keys as it comes from another tab: copied, so a plain object. */
interface PlainRange {
  from?: unknown
  to?: unknown
  l?: PlainRange | null
  r?: PlainRange | null
}

/** The single keys of a set of ranges; undefined when it holds more than single keys. */
function keysIn(range: PlainRange | null | undefined, found: string[] = []): string[] | undefined {
  if (!range || range.from === undefined) return found
  if (range.from !== range.to || typeof range.from !== 'string') return undefined
  found.push(range.from)
  return keysIn(range.l, found) && keysIn(range.r, found)
}

const readAgain = (index: LiveIndex, ids: readonly string[] | undefined) => {
  index.refresh(ids).catch((error: unknown) => console.error('A list could not be read again.', error))
}

/** Changes of this tab come through `onViewChanges`; Dexie tells of other tabs'. */
Dexie.on('storagemutated', (parts: ObservabilitySet) => {
  if (isToldAlready(parts)) return
  // The page was away: what others changed meanwhile was not heard.
  if (parts['all']) for (const index of indexes.values()) readAgain(index, undefined)
  for (const [part, ranges] of Object.entries(parts)) {
    const [, clinicName, collection] = /^idb:\/\/(.*)\/(.*)\/$/.exec(part) ?? []
    const index = indexes.get(`${clinicName}/${collection}`)
    if (!index) continue
    readAgain(index, keysIn(ranges as PlainRange))
  }
})

/** The index of a collection of an open database; built at the first call, then kept live. */
export function listIndexOf(
  clinic: ClinicDatabase,
  collection: Collection,
  timeZone: string,
  madeBy = MADE_BY,
): ListIndex {
  const key = `${clinic.name}/${collection}`
  const found = indexes.get(key)
  if (found) return found
  const index = new LiveIndex(clinic, collection, timeZone, madeBy)
  index.ready.catch(() => indexes.delete(key))
  indexes.set(key, index)
  return index
}

export const listIndex = (collection: Collection): ListIndex =>
  listIndexOf(currentClinic(), collection, currentUser().time_zone)

/** Lists that the next press may open, built while nothing else is to do. */
export function buildListsAtIdle(collections: readonly Collection[]): void {
  const build = () => {
    // Whoever it was for may have gone meanwhile.
    if (!isSignedIn()) return
    for (const collection of collections) listIndex(collection)
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(build)
  else setTimeout(build)
}

/** At sign-out of a database and in tests. */
export const forgetLists = (): void => indexes.clear()
