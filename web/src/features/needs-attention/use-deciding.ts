import { useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { NotReopenedError } from './not-reopened.ts'
import { attentionText as text } from './attention-text.ts'
import { forgetDecided, noteDecided } from './kept-places.ts'

/** Said as something that went wrong. */
export interface Said {
  harm: string
}
type Work = () => Promise<string | Said | null>

/**
 * Runs one decision at a time and says how it went, if there is more to say than is seen; an entry that was decided leaves the
 * list by itself. What is only copied, or opened in a form, `stays`.
 */
export function useDeciding(key: string): { busy: boolean; decide: (work: Work, stays?: 'stays') => void } {
  const [busy, setBusy] = useState(false)
  const run = async (work: Work, stays: boolean) => {
    setBusy(true)
    if (!stays) noteDecided(key)
    try {
      const said = await work()
      if (typeof said === 'string') showToast({ text: said })
      else if (said !== null) showToast({ text: said.harm, kind: 'harm' })
    } catch (error) {
      forgetDecided(key)
      console.error(error)
      showToast({ text: error instanceof NotReopenedError ? text.notReopened : text.notSaved, kind: 'harm' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, decide: (work, stays) => void run(work, stays !== undefined) }
}
