import type { Collection } from 'sync-protocol/records/envelope'
import { CollectionList, type Selection } from './collection-list.ts'
import { dayFinder, listed } from './listed.ts'
import type { FeedHead, ListingStore } from './listing-store.ts'

/** Records read at once while a list is made: between two pieces other requests are served. */
const PIECE = 1000
/** Entries that all lists together may hold, at about 300 bytes each; the list that waited longest goes first. */
const ENTRIES_MAX = 500_000

interface Kept {
  list: CollectionList
  /** The list holds everything up to here, and nothing beyond. */
  cursor: number
  epoch: string
  time_zone: string
  dayOf: (instant: string) => number
}

/**
 * Lists in memory, one for each collection of an organization that was asked for, made from the records and kept true by the
 * change feed: each question first reads what changed since the last one, so that an answer never lags behind a write that was
 * answered before it, whichever process took it.
 */
export class Lists {
  private readonly kept = new Map<string, Promise<Kept>>()
  private readonly sizes = new Map<string, number>()
  private readonly store: ListingStore
  private readonly entriesMax: number

  constructor(store: ListingStore, entriesMax = ENTRIES_MAX) {
    this.store = store
    this.entriesMax = entriesMax
  }

  async select(
    orgId: string,
    collection: Collection,
    selection: Selection,
  ): Promise<{ total: number; ids: string[] }> {
    const { list } = await this.fresh(orgId, collection)
    return list.select(selection)
  }

  private async fresh(orgId: string, collection: Collection): Promise<Kept> {
    const key = `${orgId}/${collection}`
    const waiting = this.kept.get(key)
    if (!waiting) return this.make(key, orgId, collection)
    // The newest place in line: what was asked for last is given up last.
    this.kept.delete(key)
    this.kept.set(key, waiting)
    const kept = await waiting
    const { changes, ...feed } = await this.store.changes(orgId, collection, kept.cursor)
    if (changes === null || !isContinued(kept, feed)) {
      // Somebody else may have begun to make it anew meanwhile.
      const present = this.kept.get(key)
      return present !== undefined && present !== waiting ? present : this.make(key, orgId, collection)
    }
    // Another request may have brought the list further than this one read.
    if (feed.head > kept.cursor) {
      kept.list.put(changes.map((record) => [record._id, listed(record, kept.dayOf)]))
      kept.cursor = feed.head
      this.sizes.set(key, kept.list.size)
    }
    return kept
  }

  private make(key: string, orgId: string, collection: Collection): Promise<Kept> {
    const making = this.read(orgId, collection)
    this.kept.set(key, making)
    making.then(
      ({ list }) => this.makeRoom(key, list.size),
      () => this.kept.get(key) === making && this.kept.delete(key),
    )
    return making
  }

  /** The head is read first: what changes while the pieces are read is read again with the feed. */
  private async read(orgId: string, collection: Collection): Promise<Kept> {
    const { epoch, head, time_zone } = await this.store.head(orgId)
    const list = new CollectionList()
    const dayOf = dayFinder(time_zone)
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const records = await this.store.piece(orgId, collection, after, PIECE)
      list.put(records.map((record) => [record._id, listed(record, dayOf)]))
      const last = records.at(-1)
      if (!last || records.length < PIECE) break
      after = last._id
    }
    return { list, cursor: head, epoch, time_zone, dayOf }
  }

  private makeRoom(key: string, size: number): void {
    this.sizes.set(key, size)
    for (const other of this.kept.keys()) {
      const held = [...this.kept.keys()].reduce((sum, each) => sum + (this.sizes.get(each) ?? 0), 0)
      if (held <= this.entriesMax || other === key) return
      this.kept.delete(other)
      this.sizes.delete(other)
    }
  }
}

function isContinued(kept: Kept, feed: FeedHead): boolean {
  return (
    kept.epoch === feed.epoch &&
    kept.time_zone === feed.time_zone &&
    kept.cursor <= feed.head &&
    kept.cursor >= feed.floor
  )
}
