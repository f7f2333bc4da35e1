import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { askedAct, type ScreenAct } from '../asked-act.ts'

type Acts = Readonly<Partial<Record<ScreenAct, (() => void) | undefined>>>

/** What the screen that is shown can do now. Each part of it puts its own in. */
const shown = new Set<{ readonly current: Acts }>()

/** Does one of the acts of the screen that is shown; undefined where that cannot do it now. */
export function actOfScreen(act: ScreenAct): (() => void) | undefined {
  for (const { current } of shown) if (current[act] !== undefined) return () => current[act]?.()
  return undefined
}

/**
 * What this screen does when it is asked to: by the palette, or by the navigation that led here. What cannot be done, or not yet,
 * is left out of `acts`; a navigation that asks for it is answered once it comes.
 */
export function useScreenActs(acts: Acts): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = askedAct(state)
  const mayAct = asked !== undefined && acts[asked] !== undefined
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  useLayoutEffect(() => {
    shown.add(latest)
    return () => void shown.delete(latest)
  }, [])
  useEffect(() => {
    if (asked === undefined || !mayAct) return
    latest.current[asked]?.()
    // Once: a reload of this address does not ask again.
    void navigate(pathname + search, { replace: true, state: null })
  }, [asked, mayAct, pathname, search, navigate])
}
