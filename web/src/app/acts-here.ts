import type { PaletteEntry } from '../features/palette/palette-entry.ts'
import { DESK_KEYS, readSingleKeys, type DeskKey } from '../ui/desk-keys.ts'
import { keySign } from '../ui/key-list.tsx'
import { actsText as text } from './palette-acts-text.ts'

/** After the dialog before has given the focus back, with the next frame. */
export const onceGone = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

const nameOf = (button: HTMLElement) => (button.getAttribute('aria-label') ?? button.textContent).trim()

const isDeskKey = (name: string | undefined): name is DeskKey => name !== undefined && name in DESK_KEYS
const keysOf = ({ dataset: { deskKey } }: HTMLElement) =>
  isDeskKey(deskKey) ? { keys: keySign(deskKey) } : {}

/**
 * The buttons with words that are in sight on the screen. One of many that say the same, as in a list, is nobody's by its name; one
 * with `data-act`, and what stands in a menu, is among what is named for the palette.
 */
function buttonsHere(): PaletteEntry[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      '#screen .button:not(:disabled, [aria-disabled=true], [aria-haspopup=menu], [data-act])',
    ),
  ]
  const shown = all.filter((button) => nameOf(button) !== '' && button.checkVisibility())
  const times = new Map<string, number>()
  for (const button of shown) times.set(nameOf(button), (times.get(nameOf(button)) ?? 0) + 1)
  return shown
    .filter((button) => times.get(nameOf(button)) === 1)
    .map((button) => ({
      key: `here/${nameOf(button)}`,
      group: 'here',
      name: nameOf(button),
      ...keysOf(button),
      choose: () =>
        onceGone(() => {
          // As by the keyboard: what it opens gives the focus back to it.
          button.focus()
          button.click()
        }),
    }))
}

/** The search of a list that is shown. */
function searchHere(userId: string): PaletteEntry[] {
  const field = document.querySelector<HTMLInputElement>('#screen input[type=search]')
  if (field === null) return []
  return [
    {
      key: 'here/search',
      group: 'here',
      name: text.search,
      also: text.searchToo,
      icon: 'search',
      ...(readSingleKeys(userId) === 'on' && { keys: keySign('search') }),
      choose: () => onceGone(() => field.select()),
    },
  ]
}

/** What the screen itself says that can be pressed on it. */
export const actsHere = (userId: string): PaletteEntry[] => [...buttonsHere(), ...searchHere(userId)]
