import {
  Building2,
  Droplets,
  FilePlus2,
  LibraryBig,
  ListChecks,
  Scale,
  Syringe,
  UsersRound,
} from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { buildListsAtIdle } from '../../data/lists/list-index.ts'
import { session } from '../../data/people/session.ts'
import { paths } from '../../paths.ts'
import { overlay } from '../../ui/overlay.tsx'
import { Tile } from '../../ui/tile.tsx'
import { whenIdle } from '../../when-idle.ts'
import { ChooseLibrary, ChooseSpecies } from './choice-modals.tsx'
import { PATIENTS, SINGLE_DRAWS } from './destination.ts'
import { FirstSteps } from './first-steps-list.tsx'
import { homeText } from './home-text.ts'
import './home.css'
import { OpenSheetOffer } from './open-sheet-offer.tsx'

const TodayPanel = overlay(async () => (await import('./today-panel.tsx')).TodayPanel)

type Open = 'library' | typeof PATIENTS | typeof SINGLE_DRAWS | null

interface HomeScreenProps {
  /** Stands above the ways to everywhere. */
  search?: ReactNode
  /** Stands below them. */
  children?: ReactNode
}

export function HomeScreen({ search, children }: HomeScreenProps) {
  const [open, setOpen] = useState<Open>(null)
  const user = useStore(session, (state) => state.user)
  const manages = user?.org_perms.includes(0) ?? false
  // The other lists are asked for by a window that opens first; this one opens with the press.
  useEffect(() => buildListsAtIdle(['balances', 'draws']), [])
  // The first press comes before it.
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => whenIdle(() => setQuiet(true)), [])
  // The way to the day list says how the day goes, once that is known: on a phone the day itself stands below all ways.
  const [ofDay, setOfDay] = useState<string | undefined>()
  const { tiles, about } = homeText
  const close = () => setOpen(null)
  return (
    <div className="page home">
      <div className="home-ways">
        {search}
        <OpenSheetOffer />
        <div className="home-first">
          <Tile to={paths.newSheet} icon={<FilePlus2 />} title={tiles.newSheet} text={about.newSheet} />
          <Tile
            to={paths.day}
            icon={<ListChecks />}
            title={tiles.day}
            text={ofDay === undefined ? about.day : <Instead of={about.day}>{ofDay}</Instead>}
          />
        </div>
        <div className="tiles">
          <Tile
            onPress={() => setOpen(PATIENTS)}
            icon={<UsersRound />}
            title={tiles.patients}
            text={about.patients}
          />
          <Tile
            onPress={() => setOpen(SINGLE_DRAWS)}
            icon={<Syringe />}
            title={tiles.singleDraws}
            text={about.singleDraws}
          />
          <Tile
            to={paths.controlledSubstances}
            icon={<Scale />}
            title={tiles.controlledSubstances}
            text={about.controlledSubstances}
          />
          <Tile to={paths.calculator} icon={<Droplets />} title={tiles.calculator} text={about.calculator} />
          <Tile
            onPress={() => setOpen('library')}
            icon={<LibraryBig />}
            title={tiles.library}
            text={about.library}
          />
          {manages && (
            <Tile
              to={paths.organization}
              icon={<Building2 />}
              title={tiles.organization}
              text={about.organization}
            />
          )}
        </div>
        {children}
      </div>
      <div className="home-day">
        {isQuiet && <TodayPanel onDay={setOfDay} />}
        {manages && user !== null && (
          <FirstSteps key={user._id} user={user} onLibrary={() => setOpen('library')} />
        )}
      </div>
      {open === 'library' && <ChooseLibrary onClose={close} />}
      {(open === PATIENTS || open === SINGLE_DRAWS) && <ChooseSpecies code={open} onClose={close} />}
    </div>
  )
}

/** Takes the room of the words before it as well, so that nothing moves when it comes. */
function Instead({ of, children }: { of: string; children: ReactNode }) {
  return (
    <span className="instead">
      <span>{children}</span>
      <span aria-hidden>{of}</span>
    </span>
  )
}
