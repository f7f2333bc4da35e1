import { useSyncExternalStore } from 'react'
import { onPointedChange, pointedNow, type Pointed } from '../../../data/pointed-out.ts'

/** What is to be pointed out about the balance sheets, live. */
export const usePointed = (): Pointed => useSyncExternalStore(onPointedChange, pointedNow)
