import { Siren } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../paths.ts'
import { bar } from './shell-text.ts'

/** On these it is one press away, however narrow the bar. */
const ALWAYS: readonly string[] = [paths.home, paths.newSheet, paths.calculator]

/** To the emergency doses of the patient on the table. What is open stays open. */
export function EmergencyLink({ user }: { user: Profile }) {
  const { pathname } = useLocation()
  if (!user.org_perms.includes(1) || pathname === paths.emergencyNow) return null
  return (
    <Link
      to={paths.emergencyNow}
      className={ALWAYS.includes(pathname) ? 'bar-emergency' : 'bar-emergency bar-emergency-roomy'}
      aria-label={bar.emergency}
    >
      <Siren aria-hidden />
      <span className="bar-emergency-label">{bar.emergency}</span>
    </Link>
  )
}
