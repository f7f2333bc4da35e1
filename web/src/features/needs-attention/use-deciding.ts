import { useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { NotReopenedError } from './attention-actions.ts'
import { attentionText as text } from './attention-text.ts'

/** Runs one decision at a time and says how it went; an entry leaves the list by itself once that is on disk. */
export function useDeciding(): { busy: boolean; decide: (work: () => Promise<string>) => void } {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      showToast({ text: await work() })
    } catch (error) {
      console.error(error)
      showToast({ text: error instanceof NotReopenedError ? text.notReopened : text.notSaved, kind: 'harm' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, decide: (work) => void run(work) }
}
