import { useEffect, useState } from 'react'
import { Siren } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../paths.ts'
import '../records/emergency-way.css'
import { idle } from '../when-idle.ts'
import { bar } from './shell-text.ts'

/** On these it is one press away, however narrow the bar. */
const ALWAYS: readonly string[] = [paths.home, paths.newSheet, paths.calculator]

/** Whether CPR goes on for any patient of the clinic. It is looked for once the screen stands. */
function useCodeRunning(): boolean {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => {
    const following = idle().then(async () => {
      const { followCodes } = await import('./follow-codes.ts')
      return followCodes(setRunning)
    })
    following.catch((error: unknown) => console.warn('Codes are not followed.', error))
    return () =>
      void following.then(
        (end) => end(),
        () => undefined,
      )
  }, [])
  return isRunning
}

/** To the emergency doses of the patient on the table. What is open stays open. */
export function EmergencyLink({ user }: { user: Profile }) {
  const { pathname } = useLocation()
  const isRunning = useCodeRunning()
  if (!user.org_perms.includes(1) || pathname === paths.emergencyNow) return null
  return (
    <Link
      to={paths.emergencyNow}
      className={`emergency-way bar-emergency${ALWAYS.includes(pathname) ? '' : ' bar-emergency-roomy'}`}
      aria-label={isRunning ? bar.codeRunning : bar.emergency}
      data-running={isRunning || undefined}
    >
      <Siren aria-hidden />
      <span className="bar-emergency-label">{isRunning ? bar.code : bar.emergency}</span>
    </Link>
  )
}
