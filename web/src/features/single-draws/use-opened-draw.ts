import { useState } from 'react'
import type { KeptForm } from '../../data/drafts/kept-forms.ts'
import type { Species } from '../../paths.ts'
import { formText } from '../../records/form-text.ts'
import { useAskedForm } from '../../records/use-asked-form.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { namesDrug, openKept, openNew, withSubstance, type DrawOpening } from './draw-opening.ts'

type Opened = 'choosing' | DrawOpening | null

/** First the drug is chosen, then the form opens; one that was kept opens at once. */
export function useOpenedDraw(species: Species) {
  const [opened, setOpened] = useState<Opened>(null)
  /** A parked draw that names no drug: it is chosen first. */
  const [nameless, setNameless] = useState<KeptForm | null>(null)
  const create = () => setOpened('choosing')
  const take = (kept: KeptForm | undefined) => {
    if (kept?.species !== species) return false
    const opens = kept.completes === undefined || namesDrug(kept)
    setOpened(opens ? openKept(kept) : 'choosing')
    setNameless(opens ? null : kept)
    return true
  }
  const leave = useAskedForm('draws', take, undefined, create)

  return {
    opened,
    create,
    choose: (substance: Parameters<typeof openNew>[1]) =>
      setOpened(nameless ? openKept(withSubstance(nameless, substance)) : openNew(species, substance)),
    goOn: (kept: KeptForm) => {
      try {
        setOpened(openKept(kept))
      } catch (error) {
        console.error(error)
        showToast({ text: formText.notOpened, kind: 'harm' })
      }
    },
    close: () => {
      setOpened(null)
      setNameless(null)
      leave()
    },
  }
}
