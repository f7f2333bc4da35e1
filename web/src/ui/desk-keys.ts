import { keepChoice, keptChoice } from './kept-choice.ts'

interface KeyOf {
  /** As an event names it; letters in lower case. */
  key: string
  /** Only with Ctrl, or with Command on a Mac. */
  command?: true
  /** Only with Shift. */
  shift?: true
}

/** The keys that work on every screen, in the order in which they are listed. */
export const DESK_KEYS = {
  palette: { key: 'k', command: true },
  // Ctrl S and Ctrl E are browsers' own.
  save: { key: 'enter', command: true },
  export: { key: 'enter', command: true, shift: true },
  newSheet: { key: 'n' },
  home: { key: 'h' },
  day: { key: 'd' },
  substances: { key: 'c' },
  search: { key: '/' },
  keys: { key: '?' },
} as const satisfies Readonly<Record<string, KeyOf>>
export type DeskKey = keyof typeof DESK_KEYS
export const NAMES = Object.keys(DESK_KEYS) as DeskKey[]

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const isLetter = (key: string) => key.toLowerCase() !== key.toUpperCase()

export const needsCommand = (name: DeskKey): boolean => 'command' in DESK_KEYS[name]

/** The key of the list that was pressed. Signs need Shift on some keyboards: there it says nothing. */
export function deskKeyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): DeskKey | undefined {
  if (altKey || (ctrlKey && metaKey)) return undefined
  const command = ctrlKey || metaKey
  return NAMES.find((name) => {
    const wanted: KeyOf = DESK_KEYS[name]
    const isShifted = !isLetter(key) || (wanted.shift ?? false) === shiftKey
    return wanted.key === key.toLowerCase() && (wanted.command ?? false) === command && isShifted
  })
}

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Whether the key does its work from inside a field too: those with Ctrl, but Ctrl K of a Mac deletes to the end of the line there. */
export const worksWhileTyping = (
  name: DeskKey,
  { ctrlKey }: Pick<Pressed, 'ctrlKey'>,
  apple = isApple(),
): boolean => needsCommand(name) && !(name === 'palette' && ctrlKey && apple)

const KEY = 'single-keys'
export const SINGLE_KEYS = ['on', 'off'] as const
type SingleKeys = (typeof SINGLE_KEYS)[number]

/** Whether keys without Ctrl or Command do anything: who speaks to the tablet, or rests a hand on it, turns them off (WCAG 2.1.4). */
export const readSingleKeys = (userId: string): SingleKeys =>
  keptChoice(KEY, userId) === 'off' ? 'off' : 'on'
export const setSingleKeys = (choice: SingleKeys, userId: string): void => keepChoice(KEY, choice, userId)

/** Where letters are typed, or choose by their beginning. */
const TYPING =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=spinbutton], [role=combobox], [role=listbox] *, [role=menu] *, [aria-haspopup=listbox]'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPING))
