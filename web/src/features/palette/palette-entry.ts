/** In the order in which equal ones stand: what this tablet knows at once comes before what it has to read. */
export const GROUPS = [
  'here',
  'open',
  'day',
  'screens',
  'actions',
  'patients',
  'days',
  'drugs',
  'protocols',
  'substances',
  'settings',
  'help',
] as const
export type Group = (typeof GROUPS)[number]

/** How the palette leads to what was chosen. */
export interface Ways {
  /** As a link does: an open sheet asks before it is left. */
  go: (path: string, state?: unknown) => void
  /** Shows a saved sheet over the screen. */
  openSheet: (id: string, name: string) => void
}

/** The picture of a row that is not a record. */
export const ICON_NAMES = [
  'account',
  'add',
  'appearance',
  'calculator',
  'chart',
  'day',
  'device',
  'download',
  'emergency',
  'guide',
  'help',
  'home',
  'keys',
  'labels',
  'ledger',
  'log',
  'logOut',
  'organization',
  'paste',
  'person',
  'pill',
  'protocol',
  'ready',
  'scale',
  'search',
  'settings',
  'sheet',
  'sheets',
  'syringe',
  'upload',
  'weigh',
] as const
export type IconName = (typeof ICON_NAMES)[number]

export interface PaletteEntry {
  /** The same for the same thing, of all groups. */
  key: string
  group: Group
  name: string
  /** Quiet words below the name. */
  about?: string
  /** What else it is found by, in lower case. */
  also?: string
  /** Where it leads, quiet at the right end. */
  aside?: string
  /** The key that does the same, as it stands on the keyboard. */
  keys?: string
  icon?: IconName
  /** Found by the beginnings of words alone, also written as one: ncd for New Canine Drug. */
  byBeginnings?: true
  picture?: 'canine' | 'feline' | 'unset'
  marks?: readonly { kind: 'attention' | 'controlled'; text: string }[]
  choose: (ways: Ways) => void
}
