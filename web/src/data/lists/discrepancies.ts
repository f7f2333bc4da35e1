import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import {
  findDiscrepancies,
  otherOpening,
  startsOf,
  voidedSheetsOf,
  type Discrepancy,
  type VoidedFacts,
} from 'sync-protocol/rules/discrepancies'
import { balanceFacts } from './balance-facts.ts'
import { drawFacts, type DrawFacts } from './draw-facts.ts'
import { listIndex, type ListIndex } from './list-index.ts'
import type { ListEntry } from './list-search.ts'

/** What this tablet points out about the balance sheets that it holds (sync contract M8), and what it is about. */
export interface Discrepancies {
  /** False while nobody has looked yet: then nothing found says nothing. */
  looked: boolean
  /** By balance sheet. */
  found: ReadonlyMap<string, readonly Discrepancy[]>
  sheets: ReadonlyMap<string, BalanceFacts>
  draws: ReadonlyMap<string, DrawFacts>
}

const NOTHING: Discrepancies = { looked: true, found: new Map(), sheets: new Map(), draws: new Map() }
const NOT_YET: Discrepancies = { ...NOTHING, looked: false }

/** The sheets that share a draw or a beginning with another, do not meet it, or cite what was voided: of 10,000 mostly none. */
function suspects(balances: readonly ListEntry[], gone: VoidedFacts): Set<ListEntry> {
  const found = new Set<ListEntry>()
  const firstWith = new Map<string, ListEntry>()
  const notVoided = new Map(balances.flatMap((entry) => (entry.voided ? [] : [[entry._id, entry]])))
  for (const entry of balances) {
    const { balance } = entry.card
    if (balance === undefined || entry.voided) continue
    const { combined, previous_id, draw_ids } = balance
    if (draw_ids.some((id) => gone.draws.has(id))) found.add(entry)
    if (combined) continue
    if (previous_id !== undefined && gone.sheets.has(previous_id)) found.add(entry)
    const previous = notVoided.get(previous_id ?? '')
    if (previous && otherOpening(balance, previous.card.balance) !== null) found.add(entry).add(previous)
    for (const id of [...startsOf({ ...balance, drug_name: entry.name }), ...draw_ids]) {
      const first = firstWith.get(id)
      if (first === undefined) firstWith.set(id, entry)
      else if (first !== entry) found.add(first).add(entry)
    }
  }
  return found
}

const byId = <R extends { _id: string }>(records: readonly R[]) =>
  new Map(records.map((record) => [record._id, record]))

/** Runs at each change of the lists: what is pointed out is looked into only where two records meet. */
export function discrepanciesIn(balances: readonly ListEntry[], draws: readonly ListEntry[]): Discrepancies {
  const gone: VoidedFacts = {
    draws: new Set(draws.flatMap((draw) => (draw.voided ? [draw._id] : []))),
    sheets: voidedSheetsOf(balances.map(({ _id, voided, card }) => ({ ...card.balance, _id, voided }))),
  }
  const found = findDiscrepancies(balanceFacts([...suspects(balances, gone)]), gone)
  if (found.size === 0) return NOTHING
  const ids = new Set(found.keys())
  for (const one of [...found.values()].flat()) {
    if ('draw_id' in one) ids.add(one.draw_id)
    else if ('previous_id' in one) ids.add(one.previous_id)
  }
  const named = ({ _id }: ListEntry) => ids.has(_id)
  return {
    looked: true,
    found,
    sheets: byId(balanceFacts(balances.filter(named))),
    draws: byId(drawFacts(draws.filter(named))),
  }
}

interface Known {
  /** Of which clinic. */
  index: ListIndex
  balances: readonly ListEntry[]
  draws: readonly ListEntry[]
  discrepancies: Discrepancies
}
let last: Known | undefined

/** As worked out last; nothing until that was done once for this clinic. */
export const discrepanciesNow = (): Discrepancies =>
  last !== undefined && last.index === listIndex('balances') ? last.discrepancies : NOT_YET

function lookAgain(): void {
  const index = listIndex('balances')
  const drawn = listIndex('draws')
  if (!index.isReady() || !drawn.isReady()) return
  const balances = index.entries()
  const draws = drawn.entries()
  if (last?.balances === balances && last.draws === draws) return
  const discrepancies = discrepanciesIn(balances, draws)
  last = { index, balances, draws, discrepancies }
}

/** Looks at each change of the records, but never before what a person waits for; calls when it has looked. */
export function onDiscrepancyChange(listener: () => void): () => void {
  let planned = false
  let ended = false
  const look = () => {
    planned = false
    if (ended) return
    lookAgain()
    listener()
  }
  const plan = () => {
    if (planned) return
    planned = true
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(look, { timeout: 1000 })
    else setTimeout(look)
  }
  plan()
  const ends = [listIndex('balances').subscribe(plan), listIndex('draws').subscribe(plan)]
  return () => {
    ended = true
    for (const end of ends) end()
  }
}
