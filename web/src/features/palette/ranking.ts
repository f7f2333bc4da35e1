import { wordsOf } from 'sync-protocol/rules/search-words'
import { GROUPS, type Group, type PaletteEntry } from './palette-entry.ts'

/** What was typed. */
export type Sought = readonly string[]
export const soughtIn = (text: string): Sought => wordsOf(text)

/**
 * 0: it is the name; 1: the name begins with it; 2: words of the name do; 3: it is inside, or is something else that is known
 * of it.
 */
export type Rank = 0 | 1 | 2 | 3
export const RANKS: readonly Rank[] = [0, 1, 2, 3]

const INSIDE_WORD = /[\p{L}\p{M}\p{N}]/u

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || !INSIDE_WORD.test(text.charAt(at - 1))) return true
  return false
}

/**
 * How well something is what was sought; undefined where it is not. Each word must be in the name or in `also`, in lower case,
 * which is asked for only where the name is not enough.
 */
export function rankOf(sought: Sought, name: string, also: () => string): Rank | undefined {
  const lower = name.toLowerCase()
  const named = sought.filter((word) => lower.includes(word))
  if (named.length < sought.length) {
    const rest = also()
    if (!sought.every((word) => lower.includes(word) || rest.includes(word))) return undefined
  }
  if (named.length === 0) return 3
  const together = named.join(' ')
  if (lower === together) return 0
  if (lower.startsWith(together)) return 1
  return named.every((word) => beginsWord(lower, word)) ? 2 : 3
}

export interface Ranked {
  entry: PaletteEntry
  rank: Rank
}

/** What was found of a group. */
export interface Part {
  group: Group
  entries: readonly PaletteEntry[]
  /** How many more there are. */
  more: number
}

/** How long ago it was chosen, by its place among those chosen lately. */
const placeIn = (recent: readonly string[], { key }: PaletteEntry) => {
  const place = recent.indexOf(key)
  return place === -1 ? Infinity : place
}

/**
 * Groups with their best first, and the group of the best of all first. Of those that are equally good, what was chosen lately
 * comes first, and then what came first. `recent`: keys, the last chosen first. `beyond`: how many more were found of a group.
 */
export function arranged(
  found: readonly Ranked[],
  recent: readonly string[],
  room: (group: Group) => number,
  beyond: Partial<Readonly<Record<Group, number>>> = {},
): Part[] {
  const better = (a: Ranked, b: Ranked) => {
    if (a.rank !== b.rank) return a.rank - b.rank
    const [first, second] = [placeIn(recent, a.entry), placeIn(recent, b.entry)]
    return first === second ? 0 : first - second
  }
  const groups = GROUPS.flatMap((group) => {
    const all = found.filter(({ entry }) => entry.group === group).sort(better)
    const [best] = all
    return best === undefined ? [] : [{ group, all, best }]
  })
  return groups
    .sort((a, b) => better(a.best, b.best))
    .map(({ group, all }) => ({
      group,
      entries: all.slice(0, room(group)).map(({ entry }) => entry),
      more: Math.max(0, all.length - room(group)) + (beyond[group] ?? 0),
    }))
}
