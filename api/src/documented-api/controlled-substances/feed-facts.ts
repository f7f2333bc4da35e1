import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import type { FeedHead, ListingStore } from '../listing/listing-store.ts'

/** Records read at once while the facts of an organization are made: between two pieces other requests are served. */
const PIECE = 1000
/** The organization that waited longest is forgotten first. */
const ORGANIZATIONS_MAX = 50

interface Kept<F> {
  facts: Map<string, F>
  /** They hold everything up to here, and nothing beyond. */
  cursor: number
  epoch: string
}

const isContinued = (kept: Kept<unknown>, feed: FeedHead) =>
  kept.epoch === feed.epoch && kept.cursor <= feed.head && kept.cursor >= feed.floor

/**
 * What the ledger's rules need of each record of a collection, in memory by organization: made from the records, and kept true
 * by the change feed, which each question reads first.
 */
export class FeedFacts<F> {
  private readonly kept = new Map<string, Promise<Kept<F>>>()
  private readonly store: ListingStore
  private readonly collection: Collection
  private readonly factsOf: (record: SyncRecord) => F | undefined

  constructor(store: ListingStore, collection: Collection, factsOf: (record: SyncRecord) => F | undefined) {
    this.store = store
    this.collection = collection
    this.factsOf = factsOf
  }

  async of(orgId: string): Promise<readonly F[]> {
    const waiting = this.kept.get(orgId)
    if (!waiting) return [...(await this.make(orgId)).facts.values()]
    this.kept.delete(orgId)
    this.kept.set(orgId, waiting)
    const kept = await waiting
    const { changes, ...feed } = await this.store.changes(orgId, this.collection, kept.cursor)
    if (changes === null || !isContinued(kept, feed)) {
      const present = this.kept.get(orgId)
      const made = present !== undefined && present !== waiting ? present : this.make(orgId)
      return [...(await made).facts.values()]
    }
    // Another question may have come further than this one read.
    if (feed.head > kept.cursor) {
      for (const record of changes) this.put(kept.facts, record)
      kept.cursor = feed.head
    }
    return [...kept.facts.values()]
  }

  private put(facts: Map<string, F>, record: SyncRecord): void {
    const found = record.deleted ? undefined : this.factsOf(record)
    if (found) facts.set(record._id, found)
    else facts.delete(record._id)
  }

  private make(orgId: string): Promise<Kept<F>> {
    const making = this.read(orgId)
    this.kept.set(orgId, making)
    const [oldest] = this.kept.keys()
    if (this.kept.size > ORGANIZATIONS_MAX && oldest !== undefined) this.kept.delete(oldest)
    making.catch(() => this.kept.get(orgId) === making && this.kept.delete(orgId))
    return making
  }

  /** The head is read first: what changes while the pieces are read is read again with the feed. */
  private async read(orgId: string): Promise<Kept<F>> {
    const { epoch, head } = await this.store.head(orgId)
    const facts = new Map<string, F>()
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const records = await this.store.piece(orgId, this.collection, after, PIECE)
      for (const record of records) this.put(facts, record)
      const last = records.at(-1)
      if (!last || records.length < PIECE) return { facts, cursor: head, epoch }
      after = last._id
    }
  }
}
