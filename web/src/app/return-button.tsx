import { ChevronLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { bar } from './shell-text.ts'
import { isForGuests, titleAt, usePreviousScreen } from './use-trail.ts'
import { homeOf, type Visitor } from './where-to.ts'

/**
 * Back to the screen before; to Home, or what stands for it, where this tab knows of none. Where somebody was who logged
 * out is no way for a guest.
 */
export function ReturnButton({ user }: Visitor) {
  const before = usePreviousScreen()
  const previous = user === null && before !== undefined && !isForGuests(before.path) ? undefined : before
  const home = homeOf({ user })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // A guest's home is the login, and before there is a clinic that is its setup: nowhere else.
  const isEntry = pathname === home || pathname === paths.login || (user === null && pathname === paths.setup)
  if (previous === undefined && (home === null || isEntry)) return null
  const label = bar.returnTo(previous?.title ?? titleAt(home ?? paths.home))
  return (
    <button
      type="button"
      className="bar-return"
      aria-label={label}
      onClick={() => void (previous === undefined ? navigate(home ?? paths.home) : navigate(-1))}
    >
      <ChevronLeft />
      <span className="bar-return-label">{label}</span>
    </button>
  )
}
