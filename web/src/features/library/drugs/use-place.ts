import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { EMERGENCY_SECTION, UNSET_SECTION } from 'sync-protocol/records/fields'
import { showToast } from '../../../ui/toast-queue.ts'
import { askedForm } from '../../../data/drafts/asked-form.ts'
import { drugsText as text } from './drugs-text.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import type { Place } from './section-select.tsx'

const isAlways = (place: Place) =>
  place === 'fluids' || place === EMERGENCY_SECTION || place === UNSET_SECTION

/** What is shown: what was chosen, or at first the first section, else the unset drugs. */
export function shownPlace(chosen: Place | null, sections: readonly LiveSection[]): Place {
  const wanted = chosen ?? sections[0]?.key ?? UNSET_SECTION
  // The drugs of a section that lives no more are unset; should it be put back, it is shown again.
  return isAlways(wanted) || sections.some(({ key }) => key === wanted) ? wanted : UNSET_SECTION
}

/** The place that the screen shows, which somebody may remove meanwhile, on this tablet or another. */
export function usePlace(sections: readonly LiveSection[]): [Place, (place: Place) => void] {
  const asked = askedForm(useLocation().state)?.collection
  const [chosen, setChosen] = useState<Place | null>(null)
  const place = shownPlace(chosen, sections)
  // A form that was left or refused opens on its own list.
  if (asked === 'fluids' && place !== 'fluids') setChosen('fluids')
  if (asked === 'drugs' && place === 'fluids') setChosen(null)
  const title = sections.find(({ key }) => key === chosen)?.title_p
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (title === undefined && before.current !== undefined && chosen !== null && !isAlways(chosen)) {
      showToast({ text: text.removedSection(before.current) })
    }
    before.current = title
  }, [title, chosen])
  return [place, setChosen]
}
