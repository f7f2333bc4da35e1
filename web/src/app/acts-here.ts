import type { PaletteEntry } from '../features/palette/palette-entry.ts'

/** After the dialog before has given the focus back, with the next frame. */
const onceGone = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

const nameOf = (button: HTMLElement) => (button.getAttribute('aria-label') ?? button.textContent).trim()

/** The buttons with words that are in sight on the screen. One of many that say the same, as in a list, is nobody's by its name. */
export function actsHere(): PaletteEntry[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('#screen .button:not(:disabled, [aria-disabled=true])'),
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
      choose: () =>
        onceGone(() => {
          // As by the keyboard: what it opens gives the focus back to it.
          button.focus()
          button.click()
        }),
    }))
}
