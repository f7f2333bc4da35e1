import { contentIn } from 'sync-protocol/records/kinds'
import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { balanceFacts, drawFacts, type FactsAbout } from 'sync-protocol/rules/balance-facts'
import { FeedKept } from '../listing/feed-kept.ts'
import type { ListingStore } from '../listing/listing-store.ts'

const about = ({ _id, seq, voided, meta }: SyncRecord): FactsAbout => ({
  _id,
  order: seq,
  voided: voided !== undefined,
  author_id: meta.author_id,
  author_name: meta.author_name,
  date_created: meta.date_created,
})

/** What the ledger's rules need of each record of a collection. */
function feedFacts<F>(
  listing: ListingStore,
  collection: Collection,
  factsOf: (record: SyncRecord) => F | undefined,
) {
  const kept = new FeedKept(listing, () => {
    const facts = new Map<string, F>()
    return {
      facts,
      put(records: readonly SyncRecord[]) {
        for (const record of records) {
          const found = record.deleted ? undefined : factsOf(record)
          if (found) facts.set(record._id, found)
          else facts.delete(record._id)
        }
      },
      get size() {
        return facts.size
      },
    }
  })
  return {
    of: async (orgId: string): Promise<readonly F[]> => [
      ...(await kept.of(orgId, collection)).facts.values(),
    ],
  }
}

/** What the documented calls read of controlled substances: the facts that the tablet's rules work on. */
export function ledgerReading(listing: ListingStore) {
  return {
    listing,
    drugs: feedFacts(listing, 'drugs', ({ content }) => {
      if (!content) return undefined
      const { name, concentration, controlled } = contentIn('drugs', content)
      return controlled ? { name, concentration, controlled } : undefined
    }),
    draws: feedFacts(listing, 'draws', (record) =>
      record.content ? drawFacts(contentIn('draws', record.content), about(record)) : undefined,
    ),
    balances: feedFacts(listing, 'balances', (record) =>
      record.content ? balanceFacts(contentIn('balances', record.content), about(record)) : undefined,
    ),
  }
}
export type LedgerReading = ReturnType<typeof ledgerReading>
