import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { leaveGuard, type LeaveGuard } from '../data/drafts/leave-guard.ts'
import { setsDown } from '../paths.ts'
import { closeTop } from '../ui/escape-key.ts'
import { watchPresses } from '../ui/press-guard.ts'
import { Question } from '../ui/question.tsx'
import { leaving } from './shell-text.ts'

interface Asked {
  message: string
  kept: string | undefined
  warning: string | undefined
  go: () => void
}

const askedBy = ({ message, kept, warning }: LeaveGuard, go: () => void): Asked => ({
  message,
  kept: kept?.(),
  warning: warning?.(),
  go,
})

const entryIndex = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null

/**
 * Asks an open screen's question before any link, button or browser back leaves it. In-place redirects pass: they follow
 * from a decision already taken, such as an ended session. Over something open, such as a dialog, the browser's back and forward
 * close that and lead nowhere: a step of the app's own does lead on.
 */
export function LeaveWatch({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const location = useLocation()
  const [asked, setAsked] = useState<Asked | null>(null)
  /** The step that comes next is the app's own: nobody pressed the browser's back. */
  const isOwn = useRef(false)
  const shown = useRef<{ key: string; index: number | null }>({ key: '', index: null })

  useEffect(() => {
    shown.current = { key: location.key, index: entryIndex(window.history.state) }
  }, [location.key])

  // Listeners of the window are called in the order of registration, and a child's layout effect comes before its router's.
  useLayoutEffect(() => {
    // First of all: it has to hear of the steps that are stopped here.
    watchPresses()
    let steppingBack = false
    // The browser has already moved when it says so: step back, ask, and move again after YES.
    const onPop = (event: PopStateEvent) => {
      if (steppingBack) {
        steppingBack = false
        event.stopImmediatePropagation()
        return
      }
      const own = isOwn.current
      isOwn.current = false
      const there = entryIndex(event.state)
      const here = shown.current.index
      if (there === null || here === null || there === here) return
      const distance = there - here
      const stay = () => {
        event.stopImmediatePropagation()
        steppingBack = true
        window.history.go(-distance)
      }
      if (!own && closeTop()) return stay()
      const { guard } = leaveGuard.getState()
      if (guard === null || setsDown(window.location.pathname)) return
      stay()
      setAsked(
        askedBy(guard, () => {
          isOwn.current = true
          window.history.go(distance)
        }),
      )
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  const watched = useMemo(() => {
    const { navigator } = context
    const push: typeof navigator.push = (to, state, options) => {
      const { guard } = leaveGuard.getState()
      const go = () => navigator.push(to, state, options)
      if (guard === null || setsDown(typeof to === 'string' ? to : to.pathname)) go()
      else setAsked(askedBy(guard, go))
    }
    return {
      ...context,
      navigator: {
        createHref: navigator.createHref,
        encodeLocation: navigator.encodeLocation,
        go(delta: number) {
          isOwn.current = true
          navigator.go(delta)
        },
        replace: navigator.replace,
        push,
      } as typeof navigator,
    }
  }, [context])

  const leave = () => {
    leaveGuard.getState().guard?.onLeave()
    leaveGuard.setState({ guard: null })
    setAsked(null)
    asked?.go()
  }

  return (
    <NavigationContext.Provider value={watched}>
      {children}
      {asked && (
        <Question
          title={leaving.title}
          text={asked.message}
          second={asked.kept ?? asked.warning}
          danger={asked.kept === undefined}
          noFirst
          onNo={() => setAsked(null)}
          onYes={leave}
        />
      )}
    </NavigationContext.Provider>
  )
}
