import { useEffect } from 'react'
import { useStore } from 'zustand'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import { noteDiscrepancies, syncStatus } from '../data/database/sync-status.ts'

/** The sync mark counts what does not agree among the balance sheets, on every screen; worked out once there is time for it. */
export function useDiscrepancyCount(user: Profile | null): void {
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const person = user?.org_perms.includes(PERMISSION.records) ? user._id : undefined
  // As it was counted last: until it is counted anew nothing says that all is well, nor moves when it is known.
  useEffect(() => {
    if (person === undefined) return undefined
    noteDiscrepancies(Number(localStorage.getItem(placeOf(person))) || 0)
    return () => noteDiscrepancies(0)
  }, [person])
  useEffect(() => {
    if (person === undefined || !loaded) return undefined
    let end: (() => void) | undefined
    let over = false
    const begin = async () => {
      const { rememberSheets, watchDiscrepancies } = await import('../data/attention/looked-at.ts')
      const keep = (sheets: number) => {
        localStorage.setItem(placeOf(person), String(syncStatus.getState().discrepancies))
        rememberSheets(person, sheets)
      }
      if (!over) end = watchDiscrepancies(keep)
    }
    const timer = setTimeout(() => {
      begin().catch((error: unknown) => console.error('What does not agree cannot be counted.', error))
    }, QUIET_MS)
    return () => {
      over = true
      clearTimeout(timer)
      end?.()
    }
  }, [person, loaded])
}

const placeOf = (person: string) => `pointed/${person}`

/** After the first screen is there. */
const QUIET_MS = 1_500
