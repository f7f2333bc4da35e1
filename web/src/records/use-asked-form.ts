import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Collection } from 'sync-protocol/records/envelope'
import { askedForm, asking } from '../data/drafts/asked-form.ts'
import { keptFormAt, type KeptForm } from '../data/drafts/kept-forms.ts'
import { showToast } from '../ui/toast-queue.ts'
import { formText as text } from './form-text.ts'

/**
 * A navigation may ask this screen for a kept form: `open` opens it, and says whether it did; or for the form of a record, which
 * `openRecord` opens, or of a new one, which `openNew` opens. Gives what is to be called when the form is closed.
 */
export function useAskedForm(
  collection: Collection,
  open: (kept: KeptForm | undefined) => boolean,
  openRecord?: (id: string) => void,
  openNew?: () => void,
): () => void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const request = askedForm(state)
  const asked = request?.collection === collection ? request.form : undefined
  const record = request?.collection === collection ? request.record : undefined
  const asksNew = request?.collection === collection && request.add === true
  const askedBack = request?.back === true
  const leadsBack = useRef(false)
  const latest = useRef(open)
  const latestRecord = useRef(openRecord)
  const latestNew = useRef(openNew)
  useLayoutEffect(() => {
    latest.current = open
    latestRecord.current = openRecord
    latestNew.current = openNew
  })

  useEffect(() => {
    if (record === undefined || latestRecord.current === undefined) return
    latestRecord.current(record)
    // Once, as below.
    void navigate(pathname, { replace: true, state: null })
  }, [record, pathname, navigate])

  useEffect(() => {
    if (!asksNew || latestNew.current === undefined) return
    latestNew.current()
    void navigate(pathname, { replace: true, state: null })
  }, [asksNew, pathname, navigate])

  useEffect(() => {
    if (asked === undefined) return
    const take = async () => {
      const kept = await keptFormAt(asked)
      if (latest.current(kept)) leadsBack.current = askedBack
      // Once: a reload of this address does not ask again.
      void navigate(pathname, { replace: true, state: null })
    }
    take().catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.notOpened, kind: 'harm' })
    })
  }, [asked, askedBack, pathname, navigate])

  /** The form is closed: who asked for it from another screen is led back there. */
  return () => {
    if (leadsBack.current) void navigate(-1)
    leadsBack.current = false
  }
}

/** Asks this screen for a form that was closed a moment ago. */
export function useReopen(): (kept: KeptForm) => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (kept) => void navigate(pathname, { replace: true, state: asking(kept) })
}
