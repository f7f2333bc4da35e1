import { useEffect, useRef, useState } from 'react'
import { save, type Intent } from '../../../data/outbox/save.ts'
import { download } from '../../../ui/download.ts'
import { CancelledError, makePdf, wantPdf, type Making } from '../../../exports/make-pdf.ts'
import type { PaperJob } from '../../../exports/paper-job.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { balanceViewText as text } from './balance-view-text.ts'

export type MakingState =
  | { step: 'ready' | 'cancelled' | 'failed' }
  | { step: 'busy'; page: number; total: number }
  | { step: 'made'; name: string; blob: Blob }

/** One file at a time: made in the worker, handed to the browser, told to the action log. */
export function useMaking(failed: string) {
  const [state, setState] = useState<MakingState>({ step: 'ready' })
  const making = useRef<Making>(undefined)
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    const letGo = wantPdf()
    return () => {
      open.current = false
      letGo()
    }
  }, [])

  /** `name` has its suffix. A form that is closed meanwhile still gets its file. */
  async function start(job: PaperJob, pages: number, name: string, log: Intent): Promise<void> {
    if (making.current) return
    setState({ step: 'busy', page: 0, total: pages })
    making.current = makePdf(job, (page, total) => setState({ step: 'busy', page, total }))
    try {
      const blob = await making.current.file
      download(blob, name)
      setState({ step: 'made', name, blob })
    } catch (error) {
      if (error instanceof CancelledError) {
        setState({ step: 'cancelled' })
        return
      }
      console.error(error)
      setState({ step: 'failed' })
      if (!open.current) showToast({ text: failed, kind: 'harm' })
      return
    } finally {
      making.current = undefined
    }
    await save(log).catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.notLogged, kind: 'attention' })
    })
  }

  return { state, start, cancel: () => making.current?.cancel() }
}
