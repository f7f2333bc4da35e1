import { contentIn } from 'sync-protocol/records/kinds'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { balanceFacts, drawFacts, type FactsAbout } from 'sync-protocol/rules/balance-facts'
import type { ListingStore } from '../listing/listing-store.ts'
import { FeedFacts } from './feed-facts.ts'

const about = ({ _id, seq, voided, meta }: SyncRecord): FactsAbout => ({
  _id,
  order: seq,
  voided: voided !== undefined,
  author_id: meta.author_id,
  author_name: meta.author_name,
  date_created: meta.date_created,
})

/** What the documented calls read of controlled substances: the facts that the tablet's rules work on. */
export function ledgerReading(listing: ListingStore) {
  return {
    listing,
    drugs: new FeedFacts(listing, 'drugs', ({ content }) => {
      if (!content) return undefined
      const { name, concentration, controlled } = contentIn('drugs', content)
      return controlled ? { name, concentration, controlled } : undefined
    }),
    draws: new FeedFacts(listing, 'draws', (record) =>
      record.content ? drawFacts(contentIn('draws', record.content), about(record)) : undefined,
    ),
    balances: new FeedFacts(listing, 'balances', (record) =>
      record.content ? balanceFacts(contentIn('balances', record.content), about(record)) : undefined,
    ),
  }
}
export type LedgerReading = ReturnType<typeof ledgerReading>
