import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isLookedAt, pointedGroups } from 'sync-protocol/rules/pointed-groups'
import { lookedAt, rememberSheets, sheetsPointed } from '../../../data/attention/looked-at.ts'
import { onPointedChange, pointedNow, type Pointed } from '../../../data/lists/pointed-out.ts'

/** What is to be pointed out about the balance sheets, live. */
export const usePointed = (): Pointed => useSyncExternalStore(onPointedChange, pointedNow)

/**
 * How many sheets need a look; as this person saw it last while nobody has looked yet, so that the list below does not move when
 * it is known.
 */
export function useSheetsToLookAt({ looked, found }: Pointed, userId: string): number {
  const [before] = useState(() => sheetsPointed(userId))
  const count = looked ? found.size : before
  useEffect(() => rememberSheets(userId, count), [userId, count])
  return count
}

/** Whether any of it waits for a person to look at it; undefined while this tablet does not know. */
export function useAnyToLookAt({ looked: isKnown, found }: Pointed): boolean | undefined {
  const looked = useLiveQuery(lookedAt)
  if (!isKnown || looked === undefined) return undefined
  return pointedGroups(found).some((group) => !isLookedAt(group, looked.get(group.key)))
}
