import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { askSetupState, setupState } from '../data/people/setup-state.ts'
import { paths } from '../paths.ts'
import { LogOutQuestion } from './log-out-question.tsx'
import { demonstration } from './shell-text.ts'

/** Worn by the demonstration clinic on every screen, with the way to a real one while that is open. */
export function DemonstrationStrip() {
  const user = useStore(session, (state) => state.user)
  const { answer, open, demo, isReset, clinic } = useStore(setupState)
  const { pathname } = useLocation()
  const [asking, setAsking] = useState(false)
  // At the login of a server that has a real clinic nobody stands before the demonstration.
  const worn = user === null ? demo && !clinic : user.demo
  const guest = user === null

  useEffect(() => {
    if ((worn || guest) && answer !== 'known') void askSetupState()
  }, [worn, guest, answer])

  const [setUp, rest] = demonstration.setUp
  const toSetUp = (
    <>
      {setUp}
      <span className="demonstration-rest">{rest}</span>
    </>
  )
  if (pathname === paths.setup) return null
  // Whether it is one is told a moment later: until then, and where it is none, the form below stands as high.
  if (!worn) return guest ? <div className="demonstration-room" /> : null
  return (
    <aside className="demonstration" aria-label={demonstration.title}>
      <p className="demonstration-words">
        <strong>{demonstration.title}</strong> {isReset && <span>{demonstration.reset}</span>}
      </p>
      {open && guest && <Link to={paths.setup}>{toSetUp}</Link>}
      {open && !guest && (
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          {toSetUp}
        </button>
      )}
      {asking && (
        <LogOutQuestion
          title={demonstration.leaveTitle}
          text={demonstration.leaveText}
          next={paths.setup}
          onClose={() => setAsking(false)}
        />
      )}
    </aside>
  )
}
