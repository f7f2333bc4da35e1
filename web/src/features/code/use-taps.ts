import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { now } from '../../data/database/time.ts'
import { tapsOfCode, type StoredTap } from '../../data/view/code-events.ts'
import { usePressed, type PressedTap } from './recording.ts'

/** How often the clocks are looked at, ms. */
const TICK_MS = 250

export type ShownTap = StoredTap | PressedTap
const NONE: readonly StoredTap[] = []

/** The taps of a code from all tablets, and those of this tab that are not stored yet; undefined while they are being read. */
export function useTaps(codeId: string): readonly ShownTap[] | undefined {
  const stored = useLiveQuery(() => tapsOfCode(codeId), [codeId])
  const pressed = usePressed(({ taps }) => taps)
  return useMemo(() => {
    const own = pressed.filter((tap) => tap.codeId === codeId)
    if (stored === undefined && own.length === 0) return undefined
    const known = new Set((stored ?? NONE).map(({ _id }) => _id))
    return [...(stored ?? NONE), ...own.filter(({ _id }) => !known.has(_id))]
  }, [stored, pressed, codeId])
}

/** The present time, ms, while this is shown. */
export function useNow(): number {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return at
}
