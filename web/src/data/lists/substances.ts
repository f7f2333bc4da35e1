import type { Schedule } from 'sync-protocol/records/fields'
import { substanceKey, uniqueSubstances, type Substance } from 'sync-protocol/rules/substances'
import { balanceFacts } from './balance-facts.ts'
import { listIndex } from './list-index.ts'
import type { ListEntry } from './list-search.ts'

/** A substance to choose, in mg/ml, with the schedule that the library gives it. */
export interface ListedSubstance extends Substance {
  schedule?: Schedule
}

/** Of many thousand draws only what names a substance: a load brings hundreds at a time, and each time all are looked at. */
function* drawn(draws: readonly ListEntry[]) {
  for (const { name, voided, card } of draws)
    if (card.draw !== undefined)
      yield { drug_name: name, drug_concentration: card.draw.drug_concentration, voided }
}

type Sources = readonly (readonly ListEntry[])[]

function listed(drugs: readonly ListEntry[], draws: readonly ListEntry[], balances: readonly ListEntry[]) {
  const library = drugs
    .flatMap(({ _id, name, card }) => (card.drug?.controlled ? [{ _id, name, ...card.drug }] : []))
    // The oldest first, so that of two spellings every tablet shows the same.
    .sort((a, b) => (a._id < b._id ? -1 : 1))
  const schedules = new Map<string, Schedule>()
  for (const { name, concentration, schedule } of library) {
    const key = substanceKey({ drug_name: name, drug_concentration: concentration })
    if (schedule !== undefined && !schedules.has(key)) schedules.set(key, schedule)
  }
  const found = uniqueSubstances({
    drugs: library,
    draws: drawn(draws),
    balances: balanceFacts(balances),
  })
  return found.map((substance): ListedSubstance => {
    const schedule = schedules.get(substanceKey(substance))
    return schedule === undefined ? substance : { ...substance, schedule }
  })
}

/** Those of the library, and those of balance sheets whose drug was deleted: what balance sheets can be looked for by. */
export const substancesOf = (
  drugs: readonly ListEntry[],
  balances: readonly ListEntry[],
): readonly ListedSubstance[] => listed(drugs, [], balances)

/** Every controlled substance of the clinic, live, from the lists in memory (`spec 2 §7`); for `useLiveList`. */
export function substanceList() {
  const lists = [listIndex('drugs'), listIndex('draws'), listIndex('balances')] as const
  const isReady = () => lists.every((list) => list.isReady())
  const none: readonly ListedSubstance[] = []
  let seen: Sources = []
  let found = none
  return {
    isReady,
    ready: Promise.all(lists.map(({ ready }) => ready)).then(() => undefined),
    subscribe(listener: () => void): () => void {
      const ends = lists.map((list) => list.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    /** The same array as long as nothing changed; empty until `ready`. */
    entries(): readonly ListedSubstance[] {
      if (!isReady()) return none
      const [drugs, draws, balances] = [lists[0].entries(), lists[1].entries(), lists[2].entries()]
      if (seen[0] !== drugs || seen[1] !== draws || seen[2] !== balances) {
        seen = [drugs, draws, balances]
        found = listed(drugs, draws, balances)
      }
      return found
    },
  }
}
