import type { BalanceFacts } from './balance-facts.ts'

/** What people must look at about a balance sheet that stands (sync contract M8); nothing of it is ever refused. */
export type PointedOut =
  /** The same draw was entered into other sheets too. */
  | { kind: 'draw_in_two'; draw_id: string; with: readonly string[] }
  /** Other sheets started from the same previous balance. */
  | { kind: 'same_previous'; previous_id: string; with: readonly string[] }
  /** A draw that it cites was voided. */
  | { kind: 'voided_draw'; draw_id: string }

/** The sheets under each key, each sheet once. */
function gathered(
  balances: readonly BalanceFacts[],
  keysOf: (sheet: BalanceFacts) => readonly string[],
): Map<string, string[]> {
  const sheets = new Map<string, string[]>()
  for (const sheet of balances) {
    for (const key of new Set(keysOf(sheet))) {
      const found = sheets.get(key)
      if (found) found.push(sheet._id)
      else sheets.set(key, [sheet._id])
    }
  }
  return sheets
}

/**
 * What is to be pointed out, by balance sheet; voided ones do not count. Those combined from others repeat what these say, so
 * that only a voided draw is pointed out on them: they may outlive their sheets. Sheets of which nothing is to be said are
 * left out.
 */
export function pointedOut(
  balances: Iterable<BalanceFacts>,
  voidedDraws: ReadonlySet<string>,
): Map<string, PointedOut[]> {
  const standing = [...balances].filter(({ voided }) => !voided)
  const first = standing.filter(({ combined }) => !combined)
  const byDraw = gathered(first, ({ draw_ids }) => draw_ids)
  const byPrevious = gathered(first, ({ previous_id }) => (previous_id === undefined ? [] : [previous_id]))
  const others = (sheets: readonly string[] | undefined, own: string) =>
    (sheets ?? []).filter((id) => id !== own)
  const all = new Map<string, PointedOut[]>()
  for (const { _id, combined, draw_ids, previous_id } of standing) {
    const found: PointedOut[] = []
    const siblings = combined || previous_id === undefined ? [] : others(byPrevious.get(previous_id), _id)
    if (previous_id !== undefined && siblings.length > 0) {
      found.push({ kind: 'same_previous', previous_id, with: siblings })
    }
    for (const draw_id of new Set(draw_ids)) {
      const with_ = combined ? [] : others(byDraw.get(draw_id), _id)
      if (with_.length > 0) found.push({ kind: 'draw_in_two', draw_id, with: with_ })
      if (voidedDraws.has(draw_id)) found.push({ kind: 'voided_draw', draw_id })
    }
    if (found.length > 0) all.set(_id, found)
  }
  return all
}
