import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { EmergencyLink } from './emergency-link.tsx'
import { LogOutQuestion } from './log-out-question.tsx'
import './navigation-bar.css'
import { readsLedger } from './reads-ledger.ts'
import { ReturnButton } from './return-button.tsx'
import { bar, logOut } from './shell-text.ts'
import { SyncButton } from './sync-panel.tsx'
import { UserMenu } from './user-menu.tsx'

/** Letters; more than three lines on a phone would take. */
const LONG_TITLE = 27
/** And more than two lines on a phone would take in its usual letters. */
const THREE_LINES = 22

function titleClass({ length }: string): string {
  if (length > LONG_TITLE) return 'bar-title bar-title-long'
  return length > THREE_LINES ? 'bar-title bar-title-medium' : 'bar-title'
}

interface NavigationBarProps {
  title: string
  user: Profile | null
  /** The tablet was revoked: its screen says what is sent and what is not. */
  revoked: boolean
}

export function NavigationBar({ title, user, revoked }: NavigationBarProps) {
  const [asking, setAsking] = useState(false)
  return (
    <header className="bar">
      <a className="bar-skip" href="#screen">
        {bar.skip}
      </a>
      <nav className="bar-row" aria-label={bar.navigation}>
        <div className="bar-start">
          <Link to={paths.home} className="bar-logo" aria-label={bar.logo}>
            <Logo size={36} />
          </Link>
          <ReturnButton user={user} />
        </div>
        <h1 className={titleClass(title)} id="screen-title">
          {title}
        </h1>
        <div className="bar-end">
          {user !== null && (
            <>
              {!revoked && <EmergencyLink key={user._id} user={user} />}
              {!revoked && (
                <SyncButton
                  timeZone={user.time_zone}
                  settles={user.org_perms.includes(1)}
                  readsLedger={readsLedger(user.org_perms)}
                />
              )}
              <UserMenu user={user} searches={!revoked} onLogOut={() => setAsking(true)} />
              <span className="bar-log-out">
                <Button icon={<LogOut />} onClick={() => setAsking(true)}>
                  {bar.logOut}
                </Button>
              </span>
            </>
          )}
        </div>
      </nav>
      {asking && (
        <LogOutQuestion
          title={logOut.title}
          next={paths.login}
          revoked={revoked}
          onClose={() => setAsking(false)}
        />
      )}
    </header>
  )
}
