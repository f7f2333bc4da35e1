import type { DeskKey } from './desk-keys.ts'

export const deskKeysText = {
  does: {
    palette: 'Search for patients, drugs, protocols, substances, screens, and actions',
    save: 'On an anesthesia sheet: SAVE',
    export: 'On an anesthesia sheet: EXPORT',
    newSheet: 'New anesthesia sheet',
    home: 'Home',
    day: 'Day list',
    substances: 'Controlled substances',
    search: 'Go to the search of this screen',
    keys: 'This list of keys',
  } satisfies Record<DeskKey, string>,
  signs: { k: 'K', n: 'N', h: 'H', d: 'D', c: 'C', enter: 'Enter' } as Readonly<Record<string, string>>,
  control: 'Ctrl',
  command: '⌘',
  shift: 'Shift',
  arrows: { '↑': 'Arrow up', '↓': 'Arrow down' } as Readonly<Record<string, string>>,
  /** Keys of single places; each is one or several that are pressed one for another. */
  others: [
    { keys: ['Enter'], does: 'In a search: takes the first one found' },
    { keys: ['↑', '↓'], does: 'Go from row to row' },
    { keys: ['Alt ↑', 'Alt ↓'], does: 'On the day list: moves a patient' },
    { keys: ['Esc'], does: 'Closes what is open over the screen' },
  ],
} as const
