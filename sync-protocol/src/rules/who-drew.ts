import type { BalanceContent, BalanceRow } from '../records/balance.ts'
import { sameJson } from '../records/json.ts'
import { rowsOnPages } from './balance-pages.ts'
import { combineBalances } from './combine-balances.ts'
import type { Person } from './initials.ts'

export interface AuthoredBalance {
  content: BalanceContent
  author: Person
}

/** Who made the entries of a sheet: its author, in a combined one the author of the sheet that a row was taken from. */
function enteredBy(
  { content, author }: AuthoredBalance,
  sources: ReadonlyMap<string, AuthoredBalance>,
  within: readonly string[],
): (Person | null)[] {
  const rows = rowsOnPages(content.pages)
  if (!content.combined) return rows.map(() => author)
  const named = (content.combined_ids ?? []).flatMap((_id) => {
    const source = within.includes(_id) ? undefined : sources.get(_id)
    return source === undefined ? [] : [{ _id, ...source }]
  })
  const owners = new Map<BalanceRow, Person | null>()
  for (const source of named) {
    const by = enteredBy(source, sources, [...within, source._id])
    rowsOnPages(source.content.pages).forEach((row, at) => owners.set(row, by[at] ?? null))
  }
  // The same rows come out when the sheets are combined once more; where they do not, nobody is named.
  const again = combineBalances(named)
  const made = 'error' in again ? [] : rowsOnPages(again.content.pages)
  return rows.map((row, at) => {
    const same = made[at]
    if (same === undefined || !sameJson(row, same)) return null
    const owner = owners.get(same)
    return owner === undefined ? author : owner
  })
}

/**
 * Who stands behind each row of a sheet that is neither carried nor empty: of a draw who drew it, else who made the entry. Null
 * where that is not known: of a draw without its record, or of a combined sheet whose sheets are not at hand.
 */
export function peopleOfRows(
  sheet: AuthoredBalance,
  sources: ReadonlyMap<string, AuthoredBalance>,
  drawnBy: ReadonlyMap<string, Person>,
): (Person | null)[] {
  const entered = enteredBy(sheet, sources, [])
  return rowsOnPages(sheet.content.pages).map(({ kind, draw_id }, at) =>
    kind === 'draw' ? (drawnBy.get(draw_id ?? '') ?? null) : (entered[at] ?? null),
  )
}
