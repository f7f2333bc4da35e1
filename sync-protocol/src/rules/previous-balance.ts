import type { BalanceFacts } from './balance-facts.ts'
import { sameBottle } from './balance-forms.ts'
import { hundredthsOf } from './ledger-volume.ts'
import type { FetchedBalance } from './previous-balance-form.ts'
import { sameSubstance, type Substance } from './substances.ts'

export interface PreviousBalance extends FetchedBalance {
  /** The sheets that no other goes on from: two or more where tablets went on from the same balance. */
  ends: readonly BalanceFacts[]
}

/**
 * The bottles that stand open beside the one that a sheet closed with, the oldest first: by what the last sheet says that says it.
 * Those that only the rows of a sheet tell of count as far back as sheets began with more than their bottle could hold: others
 * were begun with one bottle, and the rows of years would name each that was not drawn to its last drop.
 */
function othersOf(sheet: BalanceFacts, sheets: ReadonlyMap<string, BalanceFacts>): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  let at: BalanceFacts | undefined = sheet
  let rowsCount = true
  while (at?.open && !seen.has(at._id)) {
    seen.add(at._id)
    if (rowsCount || at.closing?.others !== undefined) found.unshift(...at.open.bottles)
    rowsCount &&= at.open.more
    at = at.open.carried ? sheets.get(at.previous_id ?? '') : undefined
  }
  const inUse = sheet.closing?.bottle_number ?? ''
  return found.filter(
    (number, place) =>
      !sameBottle(number, inUse) && found.findIndex((other) => sameBottle(other, number)) === place,
  )
}

/**
 * What the next balance sheet of a substance starts from (`spec 2 §7`): the closing of the sheet, not combined, not voided, that
 * no other such sheet goes on from, be it over voided ones in between; of several the last one in the feed's order. Null when
 * there is none.
 */
export function previousBalance(
  balances: Iterable<BalanceFacts>,
  substance: Substance,
): PreviousBalance | null {
  const chain: (BalanceFacts & { closing: NonNullable<BalanceFacts['closing']> })[] = []
  const sheets = new Map<string, BalanceFacts>()
  const voidedSheets = new Map<string, BalanceFacts>()
  const goesOn = new Map<string, string>()
  for (const sheet of balances) {
    const { _id, closing, combined, voided, previous_id } = sheet
    if (combined || !sameSubstance(sheet, substance)) continue
    sheets.set(_id, sheet)
    if (voided) {
      voidedSheets.set(_id, sheet)
      continue
    }
    if (previous_id !== undefined && previous_id !== _id) goesOn.set(_id, previous_id)
    if (closing !== undefined) chain.push({ ...sheet, closing })
  }
  const continued = new Set<string>()
  for (const previous of goesOn.values()) {
    let id: string | undefined = previous
    // What was voided in between is no end of what stands before it.
    while (id !== undefined && !continued.has(id)) {
      continued.add(id)
      id = voidedSheets.get(id)?.previous_id
    }
  }
  const ends = chain.filter(({ _id }) => !continued.has(_id)).sort((a, b) => a.order - b.order)
  const last = ends.at(-1)
  if (!last) return null
  const { bottle_number, container_size, balance } = last.closing
  const others = othersOf(last, sheets)
  return {
    previous_id: last._id,
    bottle_number,
    container_size: hundredthsOf(container_size),
    balance: hundredthsOf(balance),
    ...(others.length > 0 && { others }),
    ends,
  }
}
