import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Profile } from 'sync-protocol/wire/accounts'
import { KeysDialog } from '../features/palette/keys-dialog.tsx'
import { PaletteDialog } from '../features/palette/palette-dialog.tsx'
import type { Ways } from '../features/palette/palette-entry.ts'
import { paths } from '../paths.ts'
import { showOver, type OverDesk } from './desk.ts'
import { actsHere } from './acts-here.ts'
import { LogOutQuestion } from './log-out-question.tsx'
import { palettePlaces } from './palette-places.ts'
import { RowSheet } from './row-sheet.tsx'
import { logOut } from './shell-text.ts'

const close = () => showOver(null)

/** What the keys of every screen open: the palette, the list of keys, and what is chosen in the palette. */
export function OverDeskDialog({ over, user }: { over: OverDesk; user: Profile }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const places = useMemo(
    () => [...(over.what === 'palette' ? actsHere() : []), ...palettePlaces(user)],
    [user, over],
  )
  const ways: Ways = {
    go(path, state) {
      if (state === undefined && path === pathname + search) return
      void navigate(path, { state })
    },
    openSheet: (id, name) => showOver({ what: 'sheet', id, name }),
  }
  const { what } = over
  if (what === 'palette') {
    const atSheet = pathname === paths.newSheet
    return <PaletteDialog places={places} atSheet={atSheet} ways={ways} onClose={close} />
  }
  if (what === 'keys') return <KeysDialog onClose={close} />
  if (what === 'sheet') return <RowSheet key={over.id} id={over.id} name={over.name} onClose={close} />
  return <LogOutQuestion title={logOut.title} next={paths.login} onClose={close} />
}
