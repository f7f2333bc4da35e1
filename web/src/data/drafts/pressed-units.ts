import type { SheetDraft } from 'sync-protocol/records/draft'

/**
 * An open sheet holds a unit once it was pressed for its patient. Before, it held the one that was used last, pressed or not,
 * and nothing in it says which of the two. So this browser keeps since when it writes the one and no longer the other. A weight
 * with the time of its weighing is of an app that writes pressed units only, on whichever tablet.
 */
const KEY = 'units-pressed-since'

/** Called at each start of the app. Where it cannot be kept, each start is the first: a unit too often asked for harms nobody. */
export function pressedUnitsSince(storage: Storage): string {
  const now = new Date().toISOString()
  try {
    const kept = storage.getItem(KEY)
    if (kept === null) storage.setItem(KEY, now)
    return kept ?? now
  } catch (error) {
    console.warn('Since when units are pressed could not be kept.', error)
    return now
  }
}

/** `draft`, written at `at` (ISO), without a unit that perhaps nobody pressed: it is asked for again. */
export function withPressedUnit(storage: Storage, draft: SheetDraft, at: string): SheetDraft {
  const isKnown = draft.weighed_at !== undefined || Date.parse(at) >= Date.parse(pressedUnitsSince(storage))
  return /* @rule pressed-unit */ isKnown || draft.weight_units === '-'
    ? draft
    : { ...draft, weight_units: '-' }
}
