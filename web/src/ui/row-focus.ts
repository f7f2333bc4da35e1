/*
 * A row can move or go while it, or a dialog that it opened, has the focus: it was renamed, it is not what was searched for any
 * more, it was deleted. Left alone, the next Tab goes on from the hole, onto a neighbour's Delete.
 */

const HOME = '[data-list-home]'

/** Where the focus was in a list. */
export interface RowPlace {
  /** The list with its tools. It takes the focus in place of a row that is gone: it opens and deletes nothing. */
  home: HTMLElement | null
  key: string | undefined
  control: HTMLElement
  /** By keys: only then is a row that went far away worth scrolling to. */
  byKeys: boolean
}

export const placeOf = (control: HTMLElement, byKeys: boolean): RowPlace => ({
  home: control.closest<HTMLElement>(HOME),
  key: control.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'],
  control,
  byKeys,
})

const LOST = 'row-focus-lost'

/** Asks the rows to take the focus back; without them, or without this one among them, the list has it. */
export function returnToList(place: RowPlace): void {
  const { home } = place
  if (home?.isConnected !== true) return
  const unheard = home.dispatchEvent(new CustomEvent(LOST, { cancelable: true, detail: place }))
  if (unheard) home.focus({ preventScroll: true })
}

/** The rows of a list answer: true for a row that is found and has the focus, or will have it. */
export function answerLost(home: HTMLElement | null, answer: (place: RowPlace) => boolean): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent && answer(event.detail as RowPlace)) event.preventDefault()
  }
  home?.addEventListener(LOST, listen)
  return () => home?.removeEventListener(LOST, listen)
}

/** The control itself while it is there, else what opens its record. False where the row is not rendered. */
export function focusInRow(list: HTMLElement, { key, control, byKeys }: RowPlace): boolean {
  if (key === undefined) return false
  const row = list.querySelector(`[data-row-key="${CSS.escape(key)}"]`)
  if (row === null) return false
  const target = row.contains(control) ? control : row.querySelector<HTMLElement>('[data-item-focus]')
  target?.focus({ preventScroll: !byKeys })
  return target !== null
}
