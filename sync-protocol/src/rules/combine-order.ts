import type { BalanceContent } from '../records/balance.ts'

/** A balance sheet that goes into a combined one. */
export interface CombineSource {
  _id: string
  content: BalanceContent
  /** Its place in the feed, where the order of sheets that begin on one day goes by that. */
  order?: number
}

const byStart = (a: CombineSource, b: CombineSource) => {
  if (a.content.date_start !== b.content.date_start)
    return a.content.date_start < b.content.date_start ? -1 : 1
  if (a.order !== undefined && b.order !== undefined && a.order !== b.order) return a.order - b.order
  // Ids are made in the order of time, and every device has the same.
  return a._id < b._id ? -1 : 1
}

/**
 * Whole sheets by their first day (`spec 2 §4`, Q-27), but none before the one that it went on from (`previous_id`): draws that
 * were entered late would leave a gap on paper where none is. Those of one day follow each other as they went on.
 */
export function inCombineOrder(sources: readonly CombineSource[]): CombineSource[] {
  const sorted = [...sources].sort(byStart)
  // A combined sheet stands for those that it was made of.
  const byId = new Map(
    sorted.flatMap((source) =>
      [...(source.content.combined_ids ?? []), source._id].map((id) => [id, source]),
    ),
  )
  const previousOf = ({ content }: CombineSource) => byId.get(content.previous_id ?? '')
  const turns = turnsOf(sorted, previousOf)
  const turnOf = (source: CombineSource) => turns.get(source) ?? ''
  const next = new Map<string, CombineSource[]>()
  const roots: CombineSource[] = []
  for (const source of sorted) {
    const previous = previousOf(source)
    const follows = previous !== undefined && previous !== source && turnOf(previous) === turnOf(source)
    if (follows) next.set(previous._id, [...(next.get(previous._id) ?? []), source])
    else roots.push(source)
  }
  roots.sort((a, b) => (turnOf(a) === turnOf(b) ? 0 : turnOf(a) < turnOf(b) ? -1 : 1))
  const ordered = new Set<CombineSource>()
  const place = (source: CombineSource) => {
    ordered.add(source)
    for (const following of next.get(source._id) ?? []) if (!ordered.has(following)) place(following)
  }
  for (const root of roots) place(root)
  // Sheets that name each other in a circle have no first one.
  for (const source of sorted) ordered.add(source)
  return [...ordered]
}

/** The day on which it is a sheet's turn: its first one, or that of a later one which it went on from. */
function turnsOf(
  sources: readonly CombineSource[],
  previousOf: (source: CombineSource) => CombineSource | undefined,
): Map<CombineSource, string> {
  const turns = new Map<CombineSource, string>()
  for (const source of sources) {
    const way = new Set<CombineSource>()
    let first: CombineSource | undefined = source
    while (first && !turns.has(first) && !way.has(first)) {
      way.add(first)
      first = previousOf(first)
    }
    let turn = (first && turns.get(first)) ?? ''
    for (const one of [...way].toReversed()) {
      if (one.content.date_start > turn) turn = one.content.date_start
      turns.set(one, turn)
    }
  }
  return turns
}
