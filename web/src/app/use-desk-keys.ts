import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import { paths } from '../paths.ts'
import {
  deskKeyOf,
  isTyping,
  needsCommand,
  readSingleKeys,
  worksWhileTyping,
  type DeskKey,
} from '../ui/desk-keys.ts'
import { isAnythingOpen } from '../ui/escape-key.ts'
import { desk, showOver } from './desk.ts'

const search = () => document.querySelector<HTMLInputElement>('#screen input[type=search]')

/** The button of the screen that a key presses; null while there is none to press. */
const buttonOf = (name: DeskKey) =>
  document.querySelector<HTMLElement>(`#screen [data-desk-key=${name}]:not(:disabled, [aria-disabled=true])`)
/** As a press by the keyboard: what it opens gives the focus back to it. */
const press = (name: DeskKey) => ({
  may: () => buttonOf(name) !== null,
  act: () => {
    buttonOf(name)?.focus()
    buttonOf(name)?.click()
  },
})

/** Leads to a screen of those who make sheets. */
const goes = (path: string) => ({
  may: ({ org_perms }: Profile) => org_perms.includes(PERMISSION.records) && location.pathname !== path,
  act: (_user: Profile, go: (to: string) => void) => go(path),
})

type Act = (user: Profile, go: (path: string) => void) => void
type Acts = Readonly<Record<DeskKey, { may?: (user: Profile) => boolean; act: Act }>>

const ACTS: Acts = {
  palette: { act: () => showOver({ what: 'palette' }) },
  save: press('save'),
  export: press('export'),
  newSheet: goes(paths.newSheet),
  home: goes(paths.home),
  day: goes(paths.day),
  substances: goes(paths.controlledSubstances),
  search: { may: () => search() !== null, act: () => search()?.select() },
  keys: { act: () => showOver({ what: 'keys' }) },
}

/** The keys of every screen; the letters not while something is typed, and none over what is open, such as a dialog or a code. */
export function useDeskKeys(user: Profile | null): void {
  const navigate = useNavigate()
  const latest = useRef({ user, navigate })
  useEffect(() => {
    latest.current = { user, navigate }
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { user: person, navigate: go } = latest.current
      if (person === null || event.defaultPrevented || event.repeat || event.isComposing) return
      const name = deskKeyOf(event)
      if (name === undefined || (isTyping(event.target) && !worksWhileTyping(name, event))) return
      // The browser opens a link in another tab by it.
      if (event.key === 'Enter' && event.target instanceof HTMLAnchorElement) return
      if (isAnythingOpen() || desk.getState().over !== null) return
      if (!needsCommand(name) && readSingleKeys(person._id) === 'off') return
      const { may, act } = ACTS[name]
      if (may?.(person) === false) return
      // Or the letter is typed into what takes the focus now, and the browser's own search comes.
      event.preventDefault()
      act(person, (path) => void go(path))
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
