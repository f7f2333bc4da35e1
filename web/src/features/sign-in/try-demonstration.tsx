import { Check } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { setupState } from '../../data/people/setup-state.ts'
import type { SignInResult } from '../../data/people/sign-in.ts'
import { tryDemonstration } from '../../data/people/visit.ts'
import { Button } from '../../ui/button.tsx'
import { tryText as text } from './sign-in-text.ts'

interface TryDemonstrationProps {
  attempt: (work: () => Promise<SignInResult>) => Promise<boolean>
}

/** Whether the login of this server has room for it: a clinic's has not. While it is asked, what it said last counts. */
export const useDemonstrationRoom = (): boolean =>
  useStore(setupState, ({ answer, demo, clinic }) => !clinic && (demo || answer === 'unknown'))

/** What the product is, and one press into it, while the server has a demonstration and no clinic. */
export function TryDemonstration({ attempt }: TryDemonstrationProps) {
  const has = useStore(setupState, ({ demo }) => demo)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    // The guard of this guests' route leads on to Home.
    if (!(await attempt(tryDemonstration))) setBusy(false)
  }
  return (
    <section className="try" aria-label={text.title} data-waits={!has || undefined} inert={!has}>
      <h2 className="title-2">{text.title}</h2>
      <ul className="try-facts">
        {text.facts.map((fact) => (
          <li key={fact}>
            <Check aria-hidden /> {fact}
          </li>
        ))}
      </ul>
      <Button wide busy={busy && text.entering} onClick={() => void enter()}>
        {text.enter}
      </Button>
      <p className="quiet small">{text.how}</p>
    </section>
  )
}
