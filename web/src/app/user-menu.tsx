import { LogOut, ShieldCheck, Smartphone, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { readTheme, setTheme } from '../ui/theme.ts'
import type { Theme } from '../ui/theme.ts'
import { readsLedger } from './reads-ledger.ts'
import { bar } from './shell-text.ts'

interface UserMenuProps {
  user: Profile
  onLogOut: () => void
}

export function UserMenu({ user, onLogOut }: UserMenuProps) {
  return (
    <PopoverButton
      label={bar.user(user.name)}
      panelLabel={bar.userPanel}
      className="popover-button bar-user"
      panel={panelOf({ user, onLogOut })}
    >
      <UserRound />
      <span className="bar-user-name">{user.name}</span>
    </PopoverButton>
  )
}

const panelOf = (props: UserMenuProps) => (close: () => void) => <UserPanel {...props} close={close} />

function UserPanel({ user, close, onLogOut }: UserMenuProps & { close: () => void }) {
  const [theme, show] = useState(readTheme)
  const choose = (next: Theme) => {
    setTheme(next)
    show(next)
  }
  return (
    <div className="stack user-panel">
      <div>
        <p className="title-3">{user.name}</p>
        <p className="quiet">{user.email}</p>
        <p className="quiet">{user.org_name}</p>
      </div>
      <Segmented
        label={bar.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: bar.themes[value] }))}
        onChange={choose}
      />
      <Link to={paths.device} className={buttonClass('quiet', true)} onClick={close}>
        <Smartphone />
        {bar.device}
      </Link>
      {readsLedger(user.org_perms) && (
        <Link to={paths.ledger} className={buttonClass('quiet', true)} onClick={close}>
          <ShieldCheck />
          {bar.ledger}
        </Link>
      )}
      <div className="user-panel-log-out">
        <Button
          wide
          icon={<LogOut />}
          onClick={() => {
            close()
            onLogOut()
          }}
        >
          {bar.logOut}
        </Button>
      </div>
    </div>
  )
}
