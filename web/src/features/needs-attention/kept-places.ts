import { useState } from 'react'
import type { AttentionEntry } from '../../data/attention/attention.ts'

/** An entry in its place on the screen; `gone` once it waits no more though nobody decided it here. */
export interface Place {
  entry: AttentionEntry
  gone: boolean
}

/** What this tab has decided itself: that leaves the list at once. */
const decided = new Set<string>()
export const noteDecided = (key: string): void => void decided.add(key)
export const forgetDecided = (key: string): void => void decided.delete(key)

/** What is being looked at never vanishes under a finger: settled elsewhere, it stays in its place and says so. */
export function keepPlaces(
  places: readonly Place[],
  entries: readonly AttentionEntry[],
  isDecided: (key: string) => boolean,
): Place[] {
  const present = new Set(entries.map(({ key }) => key))
  const gone = places.filter(({ entry }) => !present.has(entry.key) && !isDecided(entry.key))
  return [
    ...entries.map((entry) => ({ entry, gone: false })),
    ...gone.map(({ entry }) => ({ entry, gone: true })),
  ].sort((a, b) => (a.entry.at < b.entry.at ? -1 : a.entry.at > b.entry.at ? 1 : 0))
}

/** The entries with those that were settled elsewhere since this screen shows them, until they are put away. */
export function useKeptPlaces(entries: readonly AttentionEntry[]) {
  const [seen, setSeen] = useState(entries)
  const [places, setPlaces] = useState(() => keepPlaces([], entries, () => false))
  if (seen !== entries) {
    setSeen(entries)
    setPlaces(keepPlaces(places, entries, (key) => decided.has(key)))
  }
  const putAway = (key: string) =>
    setPlaces((now) => now.filter(({ entry, gone }) => !gone || entry.key !== key))
  return { places, putAway }
}
