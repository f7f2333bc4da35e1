import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { CollectionList, type Selection } from './collection-list.ts'
import { FeedKept } from './feed-kept.ts'
import { dayFinder, listed } from './listed.ts'
import type { ListingStore } from './listing-store.ts'

export type Lists = ReturnType<typeof lists>

/** The lists of every organization that was asked for. */
export function lists(store: ListingStore) {
  const kept = new FeedKept(store, ({ time_zone }) => {
    const list = new CollectionList()
    const dayOf = dayFinder(time_zone)
    return {
      list,
      put: (records: readonly SyncRecord[]) =>
        list.put(records.map((record) => [record._id, listed(record, dayOf)])),
      get size() {
        return list.size
      },
    }
  })
  return {
    select: async (orgId: string, collection: Collection, selection: Selection) =>
      (await kept.of(orgId, collection)).list.select(selection),
  }
}
