import { beginningOf } from 'sync-protocol/records/sheet-id'
import * as z from 'zod/mini'

/** Of this tablet, whoever is signed in. */
const KEY = 'new-sheet/corrections'
const MOST = 100

const kept = z.array(z.tuple([z.string(), z.string()]))

/** Of which saved sheet (value) another one, open or saved, is the correction: by the beginning of its id (key). */
export type Corrections = ReadonlyMap<string, string>

/** What this tablet knows of corrections, at once. */
export function readCorrections(storage: Storage): Corrections {
  const text = storage.getItem(KEY)
  if (text === null) return new Map()
  try {
    return new Map(kept.parse(JSON.parse(text)))
  } catch (error) {
    console.warn('Which sheet corrects which cannot be read.', error)
    return new Map()
  }
}

/**
 * Each sheet with the one that it corrects; of `saved` ones that say of none nothing stays. Full storage must never stop a sheet.
 */
export function keepCorrections(
  storage: Storage,
  pairs: readonly (readonly [sheetId: string, corrects: string])[],
  saved: readonly string[] = [],
): void {
  const spoken = new Set(saved.map(beginningOf))
  const known = [...readCorrections(storage)].filter(([start]) => !spoken.has(start))
  const more = pairs
    .map(([sheetId, corrects]) => [beginningOf(sheetId), corrects] as const)
    .filter(([start, corrects]) => start !== beginningOf(corrects))
  const text = JSON.stringify([...new Map([...known, ...more])].slice(-MOST))
  try {
    if (text !== (storage.getItem(KEY) ?? '[]')) storage.setItem(KEY, text)
  } catch (error) {
    console.warn('Which sheet corrects which could not be kept.', error)
  }
}

/** The sheet that was corrected first; a sheet that corrects none, as far as this tablet knows, is it itself. */
export function firstOf(sheetId: string, corrections: Corrections): string {
  const seen = new Set<string>()
  let id = sheetId
  for (;;) {
    const start = beginningOf(id)
    const before = corrections.get(start)
    if (before === undefined || seen.has(start)) return id
    seen.add(start)
    id = before
  }
}
