import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { keptFormAt } from '../../../data/drafts/kept-forms.ts'
import type { Species } from '../../../paths.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { openKept, openNew, openRecord } from '../editor/opening.ts'
import type { Opening } from '../editor/opening.ts'
import { askedForm } from '../../../data/drafts/asked-form.ts'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'

interface OpenedForm {
  opening: Opening | null
  add: () => void
  openRecord: (entry: ListEntry) => void
  /** Opens a form that is made elsewhere: a copy, or one that was left unsaved. */
  show: (opening: Opening) => void
  close: () => void
}

/** Which form of a library is open. */
export function useOpenedForm({ collection }: LibraryKind, species: Species): OpenedForm {
  const [opening, setOpening] = useState<Opening | null>(null)
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const request = askedForm(state)
  const asked = request?.collection === collection ? request.form : undefined
  const askedBack = request?.back === true
  const [leadsBack, setLeadsBack] = useState(false)

  const load = async (read: () => Promise<Opening | null>) => {
    try {
      const found = await read()
      if (found === null) showToast({ text: text.gone, kind: 'attention' })
      else setOpening(found)
    } catch (error) {
      console.error(error)
      showToast({ text: text.notOpened, kind: 'harm' })
    }
  }

  useEffect(() => {
    if (asked === undefined) return
    const take = async () => {
      const kept = await keptFormAt(asked)
      if (kept?.species === species) {
        setOpening(openKept(kept))
        setLeadsBack(askedBack)
      }
      // Once: a reload of this address does not ask again.
      void navigate(pathname, { replace: true, state: null })
    }
    take().catch((error: unknown) => console.error(error))
  }, [asked, askedBack, species, pathname, navigate])

  return {
    opening,
    add: () => void load(() => openNew(collection, species)),
    openRecord: ({ _id }) => void load(() => openRecord(collection, _id, species)),
    show: setOpening,
    close: () => {
      setOpening(null)
      setLeadsBack(false)
      if (leadsBack) void navigate(-1)
    },
  }
}
