import {
  CircleHelp,
  Download,
  KeyRound,
  LogOut,
  ScrollText,
  Search,
  ShieldCheck,
  Siren,
  Smartphone,
  TabletSmartphone,
  UserRound,
  UserRoundPlus,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { NamedPerson } from '../data/people/known-person.ts'
import { useInstallWay } from '../features/help/use-install-way.ts'
import { KnownPeople, useKnownPeople } from '../features/sign-in/known-people.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { readTallMan, setTallMan, TALL_MAN } from '../ui/tall-man-choice.ts'
import { readTheme, setTheme } from '../ui/theme.ts'
import type { Theme } from '../ui/theme.ts'
import { showOver } from './desk.ts'
import { readsLedger } from './reads-ledger.ts'
import { bar, palette } from './shell-text.ts'
import { SwitchPerson } from './switch-person.tsx'

interface UserMenuProps {
  user: Profile
  /** The records of this tablet are there to be searched. */
  searches: boolean
  onLogOut: () => void
}

export function UserMenu({ user, searches, onLogOut }: UserMenuProps) {
  const [asked, setAsked] = useState<{ first: NamedPerson | null; people: readonly NamedPerson[] } | null>(
    null,
  )
  // Known before the menu opens: links that move as it is read are pressed beside.
  const people = useKnownPeople(user._id) ?? []
  const close = () => setAsked(null)
  const panel = panelOf({
    user,
    searches,
    people,
    onLogOut,
    onSwitch: (first) => setAsked({ first, people }),
  })
  return (
    <>
      <PopoverButton
        label={bar.user(user.name)}
        panelLabel={bar.userPanel}
        className="popover-button bar-user"
        panel={panel}
      >
        <UserRound />
        <span className="bar-user-name">{user.name}</span>
      </PopoverButton>
      {asked !== null && <SwitchPerson {...asked} onClose={close} />}
    </>
  )
}

interface UserPanelProps extends UserMenuProps {
  people: readonly NamedPerson[]
  onSwitch: (first: NamedPerson | null) => void
}

const panelOf = (props: UserPanelProps) => (close: () => void) => <UserPanel {...props} close={close} />

function UserPanel({
  user,
  searches,
  people,
  close,
  onLogOut,
  onSwitch,
}: UserPanelProps & { close: () => void }) {
  const [theme, show] = useState(() => readTheme(user._id))
  const [tallMan, showTallMan] = useState(() => readTallMan(user._id))
  const way = useInstallWay()
  const switchTo = (person: NamedPerson | null) => {
    close()
    onSwitch(person)
  }
  const choose = (next: Theme) => {
    setTheme(next, user._id)
    show(next)
  }
  return (
    <div className="stack user-panel">
      <div>
        {user.org_perms.includes(1) && (
          <Link to={paths.emergencyNow} className="panel-link panel-emergency" onClick={close}>
            <Siren />
            {bar.emergency}
          </Link>
        )}
        {searches && (
          <button
            type="button"
            className="panel-link"
            onClick={() => {
              close()
              showOver({ what: 'palette' })
            }}
          >
            <Search />
            {palette.search}
          </button>
        )}
      </div>
      <div>
        <p className="title-3">{user.name}</p>
        <p className="quiet">{user.email}</p>
        <p className="quiet">{user.org_name}</p>
      </div>
      <section className="stack-tight" aria-label={bar.switchUser}>
        <p className="field-label">{bar.switchUser}</p>
        {people.length > 0 && <KnownPeople fixed people={people} chosen="" onChoose={switchTo} />}
        <button type="button" className="panel-link" onClick={() => switchTo(null)}>
          <UserRoundPlus />
          {bar.someoneElse}
        </button>
      </section>
      <div className="panel-links">
        <Link to={paths.account} className="panel-link" onClick={close}>
          <KeyRound />
          {bar.account}
        </Link>
        {user.org_perms.includes(0) && (
          <Link to={paths.devices} className="panel-link" onClick={close}>
            <TabletSmartphone />
            {bar.devices}
          </Link>
        )}
        <Link to={paths.device} className="panel-link" onClick={close}>
          <Smartphone />
          {bar.device}
        </Link>
        {user.org_perms.includes(0) && (
          <Link to={paths.actionLog} className="panel-link" onClick={close}>
            <ScrollText />
            {bar.actionLog}
          </Link>
        )}
        {readsLedger(user.org_perms) && (
          <Link to={paths.ledger} className="panel-link" onClick={close}>
            <ShieldCheck />
            {bar.ledger}
          </Link>
        )}
        {way !== 'done' && way !== 'none' && (
          <Link to={paths.helpTopic('install')} className="panel-link" onClick={close}>
            <Download />
            {bar.install}
          </Link>
        )}
        <Link to={paths.help} className="panel-link" onClick={close}>
          <CircleHelp />
          {bar.help}
        </Link>
      </div>
      <Segmented
        label={bar.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: bar.themes[value] }))}
        onChange={choose}
      />
      <Segmented
        label={bar.tallMan}
        value={tallMan}
        options={TALL_MAN.map((value) => ({ value, label: bar.tallManChoices[value] }))}
        onChange={(next) => {
          setTallMan(next, user._id)
          showTallMan(next)
        }}
      />
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
