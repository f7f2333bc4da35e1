import { useLocation } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../paths.ts'
import { EmergencyWay } from '../records/emergency-way.tsx'

/** On these it is one press away, however narrow the bar. */
const ALWAYS: readonly string[] = [
  paths.home,
  paths.newSheet,
  paths.calculator,
  paths.day,
  paths.ready,
  paths.patients(0),
  paths.patients(1),
]

/** To the emergency doses of the patient on the table. What is open stays open. */
export function EmergencyLink({ user }: { user: Profile }) {
  const { pathname } = useLocation()
  if (!user.org_perms.includes(1) || pathname === paths.emergencyNow) return null
  const roomy = ALWAYS.includes(pathname) ? '' : ' bar-emergency-roomy'
  return <EmergencyWay className={`bar-emergency${roomy}`} labelClass="bar-emergency-label" />
}
