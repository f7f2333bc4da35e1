import { ChevronLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { bar, screens } from './shell-text.ts'
import { isForGuests, usePreviousScreen } from './use-trail.ts'

/** Back to the screen before; to Home where this tab knows of none. Where somebody was who logged out is no way for a guest. */
export function ReturnButton({ guest }: { guest: boolean }) {
  const before = usePreviousScreen()
  const previous = guest && before !== undefined && !isForGuests(before.path) ? undefined : before
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (previous === undefined && (pathname === paths.home || pathname === paths.login)) return null
  const label = bar.returnTo(previous?.title ?? screens.home)
  return (
    <button
      type="button"
      className="bar-return"
      aria-label={label}
      onClick={() => void (previous === undefined ? navigate(paths.home) : navigate(-1))}
    >
      <ChevronLeft />
      <span className="bar-return-label">{label}</span>
    </button>
  )
}
