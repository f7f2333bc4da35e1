import { usesOfDraws } from 'sync-protocol/rules/draw-list'
import { balanceFacts } from './balance-facts.ts'
import type { ListEntry } from './list-search.ts'

const usesOnce = new WeakMap<readonly ListEntry[], ReadonlyMap<string, number>>()

/** How often the balance sheets that stand use each draw. */
export function savedUses(balances: readonly ListEntry[]): ReadonlyMap<string, number> {
  const known = usesOnce.get(balances)
  if (known !== undefined) return known
  const uses = usesOfDraws(balanceFacts(balances))
  usesOnce.set(balances, uses)
  return uses
}
