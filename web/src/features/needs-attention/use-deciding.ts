import { useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { NotReopenedError } from './not-reopened.ts'
import { attentionText as text } from './attention-text.ts'

/** Runs one decision at a time and says how it went, if there is more to say than is seen; an entry leaves the list by itself. */
export function useDeciding(): { busy: boolean; decide: (work: () => Promise<string | null>) => void } {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | null>) => {
    setBusy(true)
    try {
      const said = await work()
      if (said !== null) showToast({ text: said })
    } catch (error) {
      console.error(error)
      showToast({ text: error instanceof NotReopenedError ? text.notReopened : text.notSaved, kind: 'harm' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, decide: (work) => void run(work) }
}
