import { showToast } from '../ui/toast-queue.ts'
import { formText as text } from './form-text.ts'

export interface Saving<S> {
  /** Rejects where nothing is stored. */
  store: () => Promise<S>
  /** What follows, step by step, once it is stored. */
  afterwards: (stored: S) => readonly (() => unknown)[]
}

/**
 * Saves, and does what follows. A step that fails is told as what it is, and the others are done all the same: what is stored
 * is never said to be not saved. Says whether all steps went well.
 * @throws what `store` rejects with, and nothing else
 */
export async function saveAndGoOn<S>({ store, afterwards }: Saving<S>): Promise<boolean> {
  const stored = await store()
  const failures: unknown[] = []
  const attempt = <T>(step: () => T): T | undefined => {
    try {
      return step()
    } catch (error) {
      failures.push(error)
      return undefined
    }
  }
  for (const step of attempt(() => afterwards(stored)) ?? []) attempt(step)
  for (const error of failures) console.error(error)
  if (failures.length > 0) attempt(() => showToast({ text: text.savedBut, kind: 'attention' }))
  return failures.length === 0
}
