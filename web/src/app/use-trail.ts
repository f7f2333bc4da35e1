import { useState } from 'react'
import { matchPath, useLocation, useNavigationType } from 'react-router-dom'
import { NOT_FOUND, ROUTES, screenTitle } from './route-table.ts'
import { NO_TRAIL, previousOf, walked } from './screen-trail.ts'
import type { Step, Trail } from './screen-trail.ts'

/** The title of the screen at an address. */
export function titleAt(pathname: string): string {
  for (const entry of ROUTES) {
    const match = matchPath(entry.pattern, pathname)
    if (match !== null) return screenTitle(entry, match.params['species'])
  }
  return screenTitle(NOT_FOUND)
}

/** Whether an address is one for who is not signed in. */
export const isForGuests = (pathname: string): boolean =>
  ROUTES.some(({ pattern, access }) => access === 'guest' && matchPath(pattern, pathname) !== null)

/** The screen before the shown one, as far as this tab remembers. */
export function usePreviousScreen(): Step | undefined {
  const location = useLocation()
  const how = useNavigationType()
  const [trail, setTrail] = useState<Trail>(NO_TRAIL)
  if (trail.current?.key === location.key && trail.current.path === location.pathname)
    return previousOf(trail)
  const step = { key: location.key, path: location.pathname, title: titleAt(location.pathname) }
  const next = walked(trail, how, step)
  setTrail(next)
  return previousOf(next)
}
