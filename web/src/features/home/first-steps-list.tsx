import { useLiveQuery } from 'dexie-react-hooks'
import { Check, ChevronRight, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Profile } from 'sync-protocol/wire/accounts'
import { isStandalone } from '../../data/device/install-prompt.ts'
import { note, readNoted } from '../../data/view/noted-here.ts'
import { hasRecords } from '../../data/view/records.ts'
import { seenOrganization } from '../../data/people/seen-organization.ts'
import { syncStatus } from '../../data/database/sync-status.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { doneSteps, noteAway, noteOpened, readSteps, showsSteps, STEPS, type Step } from './first-steps.ts'
import { firstSteps as text } from './home-text.ts'

const TO: Readonly<Partial<Record<Step, string>>> = {
  people: paths.organization,
  install: paths.helpTopic('install'),
  sheet: paths.newSheet,
}

const known = async () => ({
  sheets: await hasRecords('sheets'),
  protocols: await hasRecords('anesthesia_protocols'),
  people: (await seenOrganization())?.users.length ?? 1,
})

/** What somebody who has just set up a clinic does next; small, and put away by one press. */
export function FirstSteps({ user, onLibrary }: { user: Profile; onLibrary: () => void }) {
  const found = useLiveQuery(known)
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const [kept, setKept] = useState(() => readNoted(user._id, 'first-steps'))
  const noted = readSteps(kept)
  const facts = found && { ...found, loaded, installed: isStandalone() }
  const shown = facts !== undefined && showsSteps(user, facts, noted)
  const keep = (value: string) => {
    note(user._id, 'first-steps', value)
    setKept(value)
  }
  useEffect(() => {
    // Begun: the first sheet does not end it.
    if (shown && kept === null) note(user._id, 'first-steps', noteOpened(readSteps(null)))
  }, [shown, kept, user._id])
  if (!shown) return null
  const done = doneSteps(facts, noted)
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <h2 className="title-3" id="first-steps">
          {text.title}
        </h2>
        <IconButton label={text.dismiss} icon={<X />} onClick={() => keep(noteAway())} />
      </div>
      <ol>
        {STEPS.map((step) => {
          const look = () => keep(noteOpened(noted, step))
          const to = TO[step]
          const words = step === 'library' && !facts.protocols ? text.emptyLibrary : text[step]
          const face = (
            <>
              <span className="first-step-mark">{done.has(step) && <Check />}</span>
              <span className="first-step-words">
                <span className="first-step-title">
                  {words.title}
                  {done.has(step) && <span className="visually-hidden"> ({text.done})</span>}
                </span>
                <span className="quiet small">{words.text}</span>
              </span>
              <ChevronRight />
            </>
          )
          return (
            <li key={step}>
              {to === undefined ? (
                <button type="button" className="first-step" onClick={onLibrary}>
                  {face}
                </button>
              ) : (
                <Link to={to} className="first-step" onClick={look}>
                  {face}
                </Link>
              )}
              {step === 'library' && facts.protocols && !done.has(step) && (
                <Button onClick={look}>{text.checked}</Button>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
