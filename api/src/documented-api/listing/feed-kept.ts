import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import type { FeedHead, ListingStore } from './listing-store.ts'

/** Records read at once while something is made of them: between two pieces other requests are served. */
const PIECE = 1000
/** Entries that all of one kind together may hold, at about 300 bytes each; what waited longest goes first. */
const ENTRIES_MAX = 500_000

/** What is made of the records of a collection. */
export interface Follower {
  /** Takes new states of records. */
  put(records: readonly SyncRecord[]): void
  readonly size: number
}

interface Kept<F> {
  made: F
  /** It holds everything up to here, and nothing beyond. */
  cursor: number
  epoch: string
  time_zone: string
}

/**
 * Something in memory for each collection of an organization that was asked for, made from the records and kept true by the
 * change feed: each question first reads what changed since the last one, so that an answer never lags behind a write that was
 * answered before it, whichever process took it.
 */
export class FeedKept<F extends Follower> {
  private readonly kept = new Map<string, Promise<Kept<F>>>()
  private readonly sizes = new Map<string, number>()
  private readonly store: ListingStore
  private readonly begin: (feed: FeedHead) => F

  constructor(store: ListingStore, begin: (feed: FeedHead) => F) {
    this.store = store
    this.begin = begin
  }

  async of(orgId: string, collection: Collection): Promise<F> {
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
      return present !== undefined && present !== waiting
        ? (await present).made
        : this.make(key, orgId, collection)
    }
    // Another request may have brought it further than this one read.
    if (feed.head > kept.cursor) {
      kept.made.put(changes)
      kept.cursor = feed.head
      this.sizes.set(key, kept.made.size)
    }
    return kept.made
  }

  private async make(key: string, orgId: string, collection: Collection): Promise<F> {
    const making = this.read(orgId, collection)
    this.kept.set(key, making)
    try {
      const { made } = await making
      this.makeRoom(key, made.size)
      return made
    } catch (error) {
      if (this.kept.get(key) === making) this.kept.delete(key)
      throw error
    }
  }

  /** The head is read first: what changes while the pieces are read is read again with the feed. */
  private async read(orgId: string, collection: Collection): Promise<Kept<F>> {
    const feed = await this.store.head(orgId)
    const made = this.begin(feed)
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const records = await this.store.piece(orgId, collection, after, PIECE)
      made.put(records)
      const last = records.at(-1)
      if (!last || records.length < PIECE) break
      after = last._id
    }
    return { made, cursor: feed.head, epoch: feed.epoch, time_zone: feed.time_zone }
  }

  private makeRoom(key: string, size: number): void {
    this.sizes.set(key, size)
    for (const other of this.kept.keys()) {
      const held = [...this.kept.keys()].reduce((sum, each) => sum + (this.sizes.get(each) ?? 0), 0)
      if (held <= ENTRIES_MAX || other === key) return
      this.kept.delete(other)
      this.sizes.delete(other)
    }
  }
}

function isContinued(kept: Kept<unknown>, feed: FeedHead): boolean {
  return (
    kept.epoch === feed.epoch &&
    kept.time_zone === feed.time_zone &&
    kept.cursor <= feed.head &&
    kept.cursor >= feed.floor
  )
}
