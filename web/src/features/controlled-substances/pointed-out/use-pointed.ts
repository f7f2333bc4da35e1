import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { isLookedAt, pointedGroups } from 'sync-protocol/rules/pointed-groups'
import { lookedAt } from '../../../data/looked-at.ts'
import { onPointedChange, pointedNow, type Pointed } from '../../../data/pointed-out.ts'

/** What is to be pointed out about the balance sheets, live. */
export const usePointed = (): Pointed => useSyncExternalStore(onPointedChange, pointedNow)

/** Whether any of it waits for a person to look at it; undefined while this tablet does not know. */
export function useAnyToLookAt({ looked: isKnown, found }: Pointed): boolean | undefined {
  const looked = useLiveQuery(lookedAt)
  if (!isKnown || looked === undefined) return undefined
  return pointedGroups(found).some((group) => !isLookedAt(group, looked.get(group.key)))
}
