/** In the order in which equal ones stand: what this tablet knows at once comes before what it has to read. */
export const GROUPS = [
  'here',
  'open',
  'day',
  'actions',
  'screens',
  'patients',
  'days',
  'drugs',
  'protocols',
  'substances',
] as const
export type Group = (typeof GROUPS)[number]

/** How the palette leads to what was chosen. */
export interface Ways {
  /** As a link does: an open sheet asks before it is left. */
  go: (path: string, state?: unknown) => void
  /** Shows a saved sheet over the screen. */
  openSheet: (id: string, name: string) => void
}

export interface PaletteEntry {
  /** The same for the same thing, of all groups. */
  key: string
  group: Group
  name: string
  /** Quiet words below the name. */
  about?: string
  /** What else it is found by, in lower case. */
  also?: string
  picture?: 'canine' | 'feline' | 'unset'
  marks?: readonly { kind: 'attention' | 'controlled'; text: string }[]
  choose: (ways: Ways) => void
}
