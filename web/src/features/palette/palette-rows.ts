import type { Group, PaletteEntry } from './palette-entry.ts'

export interface ShownPart {
  id: Group | 'lately'
  title: string
  entries: readonly PaletteEntry[]
  /** How many more there are. */
  more: number
}

/** An entry, or what shows more of a group. */
export interface Row {
  key: string
  entry?: PaletteEntry
  more?: ShownPart['id']
}

export const moreKey = (id: ShownPart['id']) => `more/${id}`

/** All rows in their order, as arrows walk them. */
export const rowsOf = (parts: readonly ShownPart[]): Row[] =>
  parts.flatMap(({ id, entries, more }) => [
    ...entries.map((entry): Row => ({ key: entry.key, entry })),
    ...(more > 0 ? [{ key: moreKey(id), more: id }] : []),
  ])

/** The id of what a row, or a group's title, is on the page. */
export const elementId = (list: string, key: string): string => `${list}-${key.replaceAll(/\s/g, '_')}`
