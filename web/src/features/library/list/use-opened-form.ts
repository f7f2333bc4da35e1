import { useState } from 'react'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import type { Species } from '../../../paths.ts'
import { useAskedForm } from '../../../records/use-asked-form.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { openKept, openNew, openRecord } from '../editor/opening.ts'
import type { Opening } from '../editor/opening.ts'
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

  const openById = (id: string) => void load(() => openRecord(collection, id, species))
  const add = () => void load(() => openNew(collection, species))
  const leave = useAskedForm(
    collection,
    (kept) => {
      if (kept?.species !== species) return false
      setOpening(openKept(kept))
      return true
    },
    openById,
    add,
  )

  return {
    opening,
    add,
    openRecord: ({ _id }) => openById(_id),
    show: setOpening,
    close: () => {
      setOpening(null)
      leave()
    },
  }
}
