import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isLookedAt, discrepancyGroups } from 'sync-protocol/rules/discrepancy-groups'
import { lookedAt, rememberSheets, sheetsWithDiscrepancies } from '../../../data/attention/looked-at.ts'
import {
  onDiscrepancyChange,
  discrepanciesNow,
  type Discrepancies,
} from '../../../data/lists/discrepancies.ts'

/** What is to be pointed out about the balance sheets, live. */
export const useDiscrepancies = (): Discrepancies =>
  useSyncExternalStore(onDiscrepancyChange, discrepanciesNow)

/**
 * How many sheets need a look; as this person saw it last while nobody has looked yet, so that the list below does not move when
 * it is known.
 */
export function useSheetsToLookAt({ looked, found }: Discrepancies, userId: string): number {
  const [before] = useState(() => sheetsWithDiscrepancies(userId))
  const count = looked ? found.size : before
  useEffect(() => rememberSheets(userId, count), [userId, count])
  return count
}

/** Whether any of it waits for a person to look at it; undefined while this tablet does not know. */
export function useAnyToLookAt({ looked: isKnown, found }: Discrepancies): boolean | undefined {
  const looked = useLiveQuery(lookedAt)
  if (!isKnown || looked === undefined) return undefined
  return discrepancyGroups(found).some((group) => !isLookedAt(group, looked.get(group.key)))
}
