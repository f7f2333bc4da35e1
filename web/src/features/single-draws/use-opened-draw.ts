import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { askedForm } from '../../data/drafts/asked-form.ts'
import { keptFormAt, type KeptForm } from '../../data/drafts/kept-forms.ts'
import type { Species } from '../../paths.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { namesDrug, openKept, openNew, withSubstance, type DrawOpening } from './draw-opening.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

type Opened = 'choosing' | DrawOpening | null

/** First the drug is chosen, then the form opens; one that was kept opens at once. */
export function useOpenedDraw(species: Species) {
  const [opened, setOpened] = useState<Opened>(null)
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const request = askedForm(state)
  const asked = request?.collection === 'draws' ? request.form : undefined
  const askedBack = request?.back === true
  /** A parked draw that names no drug: it is chosen first. */
  const [nameless, setNameless] = useState<KeptForm | null>(null)
  const [leadsBack, setLeadsBack] = useState(false)

  useEffect(() => {
    if (asked === undefined) return
    const take = async () => {
      const kept = await keptFormAt(asked)
      if (kept?.species === species) {
        const opens = kept.completes === undefined || namesDrug(kept)
        setNameless(opens ? null : kept)
        setOpened(opens ? openKept(kept) : 'choosing')
        setLeadsBack(askedBack)
      }
      // Once: a reload of this address does not ask again.
      void navigate(pathname, { replace: true, state: null })
    }
    take().catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.notOpened, kind: 'harm' })
    })
  }, [asked, askedBack, species, pathname, navigate])

  return {
    opened,
    create: () => setOpened('choosing'),
    choose: (substance: Parameters<typeof openNew>[1]) =>
      setOpened(nameless ? openKept(withSubstance(nameless, substance)) : openNew(species, substance)),
    goOn: (kept: KeptForm) => {
      try {
        setOpened(openKept(kept))
      } catch (error) {
        console.error(error)
        showToast({ text: text.notOpened, kind: 'harm' })
      }
    },
    close: () => {
      setOpened(null)
      setNameless(null)
      setLeadsBack(false)
      if (leadsBack) void navigate(-1)
    },
  }
}
