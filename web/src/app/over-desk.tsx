import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { askedForm } from '../data/drafts/asked-form.ts'
import type { NamedPerson } from '../data/people/known-person.ts'
import { KeysDialog } from '../features/palette/keys-dialog.tsx'
import { PaletteDialog } from '../features/palette/palette-dialog.tsx'
import type { Ways } from '../features/palette/palette-entry.ts'
import { useKnownPeople } from '../features/sign-in/known-people.tsx'
import { paths } from '../paths.ts'
import { showOver, type OverDesk } from './desk.ts'
import { actsHere } from './acts-here.ts'
import { LogOutQuestion } from './log-out-question.tsx'
import { palettePlaces } from './palette-places.ts'
import { RowSheet } from './row-sheet.tsx'
import { logOut } from './shell-text.ts'
import { SwitchPerson } from './switch-person.tsx'

const NOBODY: readonly NamedPerson[] = []
const close = () => showOver(null)

/** What the keys of every screen open: the palette, the list of keys, and what is chosen in the palette. */
export function OverDeskDialog({ over, user }: { over: OverDesk; user: Profile }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const people = useKnownPeople(user._id) ?? NOBODY
  const places = useMemo(
    () => (over.what === 'palette' ? [...palettePlaces(user, pathname, people), ...actsHere(user._id)] : []),
    [user, over, pathname, people],
  )
  const ways: Ways = {
    go(path, state) {
      if (state === undefined && path === pathname + search) return
      // The form of a new record over the list that is shown: nobody goes back to that list by it.
      const stays = path === pathname && askedForm(state) !== undefined
      void navigate(path, { state, replace: stays })
    },
    openSheet: (id, name) => showOver({ what: 'sheet', id, name }),
  }
  const { what } = over
  if (what === 'palette') {
    const atSheet = pathname === paths.newSheet
    return <PaletteDialog places={places} atSheet={atSheet} ways={ways} onClose={close} />
  }
  if (what === 'switch user') return <SwitchPerson first={over.first} people={people} onClose={close} />
  if (what === 'keys') return <KeysDialog onClose={close} />
  if (what === 'sheet') return <RowSheet key={over.id} id={over.id} name={over.name} onClose={close} />
  return <LogOutQuestion title={logOut.title} next={paths.login} onClose={close} />
}
