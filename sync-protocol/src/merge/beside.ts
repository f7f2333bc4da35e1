import { savedOrder } from '../records/saved-order.ts'

/** What somebody had on the screen of a shared tablet when they made a mutation. */
export interface SavedBeside {
  order: number
  lanes: ReadonlySet<string>
}

/** Who made a version, as far as that says whether another can have seen it. */
export interface Maker {
  lane: string
  order?: number | undefined
}

/**
 * Did this one make its version unseen by that one? What was saved in the same lane was seen, and so was what another person
 * had saved before on the same tablet, where it was shown although the server did not have it yet (sync contract M6).
 */
export const isUnseen = (maker: Maker, seer: { lane: string; saved?: SavedBeside | undefined }): boolean =>
  maker.lane !== seer.lane &&
  !(
    seer.saved !== undefined &&
    maker.order !== undefined &&
    maker.order < seer.saved.order &&
    seer.saved.lanes.has(maker.lane)
  )

/** The mutations as they were made, and the place of each among all that its tablet saved, where one is told. */
export function withoutOrders<T extends { id: string; order?: unknown }>(
  mutations: readonly T[],
): { mutations: Omit<T, 'order'>[]; orders: ReadonlyMap<string, number> } {
  const orders = new Map<string, number>()
  const plain = mutations.map((each) => {
    if (!('order' in each)) return each
    const order = savedOrder.safeParse(each.order)
    if (order.success) orders.set(each.id, order.data)
    const { order: _, ...mutation } = each
    return mutation
  })
  return { mutations: plain, orders }
}
