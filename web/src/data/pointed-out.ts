import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import { pointedOut, type PointedOut } from 'sync-protocol/rules/pointed-out'
import { balanceFacts } from './balance-facts.ts'
import { drawFacts, type DrawFacts } from './draw-facts.ts'
import { listIndex } from './list-index.ts'
import type { ListEntry } from './list-search.ts'

/** What this tablet points out about the balance sheets that it holds (sync contract M8), and what it is about. */
export interface Pointed {
  /** By balance sheet. */
  found: ReadonlyMap<string, readonly PointedOut[]>
  sheets: ReadonlyMap<string, BalanceFacts>
  draws: ReadonlyMap<string, DrawFacts>
}

const NOTHING: Pointed = { found: new Map(), sheets: new Map(), draws: new Map() }

/** The records by id, those only that something is said of. */
const byId = <R extends { _id: string }>(records: readonly R[], ids: ReadonlySet<string>) =>
  new Map(records.flatMap((record) => (ids.has(record._id) ? [[record._id, record] as const] : [])))

export function pointedIn(balances: readonly ListEntry[], draws: readonly ListEntry[]): Pointed {
  const facts = balanceFacts(balances)
  const ofDraws = drawFacts(draws)
  const voided = new Set(ofDraws.flatMap((draw) => (draw.voided ? [draw._id] : [])))
  const found = pointedOut(facts, voided)
  if (found.size === 0) return NOTHING
  const ids = new Set(found.keys())
  for (const one of [...found.values()].flat()) {
    ids.add(one.kind === 'same_previous' ? one.previous_id : one.draw_id)
  }
  return { found, sheets: byId(facts, ids), draws: byId(ofDraws, ids) }
}

let last: { balances: readonly ListEntry[]; draws: readonly ListEntry[]; pointed: Pointed } | undefined

/** From the lists in memory, live; to follow with `subscribe` of both. */
export function pointedNow(): Pointed {
  const balances = listIndex('balances').entries()
  const draws = listIndex('draws').entries()
  if (last?.balances !== balances || last.draws !== draws)
    last = { balances, draws, pointed: pointedIn(balances, draws) }
  return last.pointed
}

/** Calls at each change of what `pointedNow` is made of. */
export function onPointedChange(listener: () => void): () => void {
  const ends = [listIndex('balances').subscribe(listener), listIndex('draws').subscribe(listener)]
  return () => {
    for (const end of ends) end()
  }
}
