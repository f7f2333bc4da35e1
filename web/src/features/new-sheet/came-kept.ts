import * as z from 'zod/mini'
import type { DraftPart } from './follow-draft.ts'

/** What another tablet entered, in words. */
export interface Came {
  parts: readonly DraftPart[]
  said: Readonly<Record<DraftPart, string>>
  by: string
}

const key = (userId: string, draftId: string) => `new-sheet/${userId}/came/${draftId}`

const kept = z.object({
  parts: z.array(z.string()).check(z.minLength(1)),
  said: z.record(z.string(), z.string()),
  by: z.string(),
})

/** What another tablet entered into this open sheet and nobody here has read yet: a weight among it. */
export function readCame(storage: Storage, userId: string, draftId: string | null): Came | null {
  const text = draftId === null ? null : storage.getItem(key(userId, draftId))
  if (text === null) return null
  try {
    const read = kept.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Null once it is read, or over. Full storage must never stop a sheet: the screen says it all the same until it is left. */
export function keepCame(storage: Storage, userId: string, draftId: string, came: Came | null): void {
  try {
    if (came === null) storage.removeItem(key(userId, draftId))
    else storage.setItem(key(userId, draftId), JSON.stringify(came))
  } catch (error) {
    console.warn('What came from another tablet could not be kept.', error)
  }
}
