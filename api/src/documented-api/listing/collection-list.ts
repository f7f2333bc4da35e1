import type { Listed } from './listed.ts'

export type SortField = 'name' | 'date' | 'procedure'

const byDate = (a: Listed, b: Listed) => a.created - b.created || compare(a.id, b.id)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const comparisons: Readonly<Record<SortField, (a: Listed, b: Listed) => number>> = {
  date: byDate,
  name: (a, b) => compare(a.nameKey, b.nameKey) || byDate(a, b),
  procedure: (a, b) => compare(a.procedureKey, b.procedureKey) || byDate(a, b),
}

/** More changes than this at once, and an order is made anew instead of mended. */
const MENDED = 200

export interface Selection {
  tests: readonly ((entry: Listed) => boolean)[]
  sort: SortField
  descending: boolean
  /** How many of those found are left out before the first one that is wanted. */
  skip: number
  take: number
}

/** The light entries of one collection of one organization, and the orders that were asked for. */
export class CollectionList {
  private readonly byId = new Map<string, Listed>()
  private readonly orders = new Map<SortField, Listed[]>()

  get size(): number {
    return this.byId.size
  }

  /** Takes new states; undefined ends an entry. */
  put(changes: readonly (readonly [id: string, entry: Listed | undefined])[]): void {
    const mend = changes.length <= MENDED
    if (!mend) this.orders.clear()
    for (const [id, entry] of changes) {
      const before = this.byId.get(id)
      if (mend) for (const [sort, order] of this.orders) mendOrder(order, comparisons[sort], before, entry)
      if (entry) this.byId.set(id, entry)
      else this.byId.delete(id)
    }
  }

  /** How many entries pass all tests, and the ids of the wanted stretch of them in order. */
  select({ tests, sort, descending, skip, take }: Selection): { total: number; ids: string[] } {
    const order = this.ordered(sort)
    const ids: string[] = []
    let total = 0
    for (let index = 0; index < order.length; index++) {
      const entry = order[descending ? order.length - 1 - index : index]
      if (!entry || !tests.every((test) => test(entry))) continue
      if (total >= skip && ids.length < take) ids.push(entry.id)
      total += 1
    }
    return { total, ids }
  }

  private ordered(sort: SortField): readonly Listed[] {
    const known = this.orders.get(sort)
    if (known) return known
    const made = [...this.byId.values()].sort(comparisons[sort])
    this.orders.set(sort, made)
    return made
  }
}

function mendOrder(
  order: Listed[],
  comparison: (a: Listed, b: Listed) => number,
  before: Listed | undefined,
  after: Listed | undefined,
): void {
  if (before) order.splice(placeOf(order, comparison, before), 1)
  if (after) order.splice(placeOf(order, comparison, after), 0, after)
}

/** Where the entry stands, or would: the first place whose entry does not come before it. */
function placeOf(
  order: readonly Listed[],
  comparison: (a: Listed, b: Listed) => number,
  entry: Listed,
): number {
  let from = 0
  let to = order.length
  while (from < to) {
    const middle = (from + to) >> 1
    const there = order[middle]
    if (there && comparison(there, entry) < 0) from = middle + 1
    else to = middle
  }
  return from
}
