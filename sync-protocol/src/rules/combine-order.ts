import type { BalanceContent } from '../records/balance.ts'

/** A balance sheet that goes into a combined one. */
export interface CombineSource {
  _id: string
  content: BalanceContent
}

const byStart = (a: CombineSource, b: CombineSource) => {
  if (a.content.date_start !== b.content.date_start)
    return a.content.date_start < b.content.date_start ? -1 : 1
  // Ids are made in the order of time, and every device has the same.
  return a._id < b._id ? -1 : 1
}

/** Whole sheets by their first day; those of one day follow each other as they went on from each other (`previous_id`). */
export function inCombineOrder(sources: readonly CombineSource[]): CombineSource[] {
  const sorted = [...sources].sort(byStart)
  // A combined sheet stands for those that it was made of.
  const byId = new Map(
    sorted.flatMap((source) =>
      [...(source.content.combined_ids ?? []), source._id].map((id) => [id, source]),
    ),
  )
  const next = new Map<string, CombineSource[]>()
  const roots: CombineSource[] = []
  for (const source of sorted) {
    const previous = byId.get(source.content.previous_id ?? '')
    const sameDay = previous?.content.date_start === source.content.date_start
    if (!previous || !sameDay || previous === source) roots.push(source)
    else next.set(previous._id, [...(next.get(previous._id) ?? []), source])
  }
  const ordered = new Set<CombineSource>()
  const place = (source: CombineSource) => {
    ordered.add(source)
    for (const following of next.get(source._id) ?? []) place(following)
  }
  for (const root of roots) place(root)
  // Sheets that name each other in a circle have no first one.
  for (const source of sorted) ordered.add(source)
  return [...ordered]
}
