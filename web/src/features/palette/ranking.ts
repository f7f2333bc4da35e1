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

/** Whether `word` is made of beginnings of these words in their order, from the first on; `skips`: not of all between. */
function isMadeOf(word: string, words: readonly string[], skips: boolean): boolean {
  const [first, ...rest] = words
  if (first === undefined) return false
  for (let length = 1; length <= word.length && word[length - 1] === first[length - 1]; length++) {
    const left = word.slice(length)
    if (left === '') return true
    const others = skips ? rest.map((_, at) => rest.slice(at)) : [rest]
    if (others.some((next) => isMadeOf(left, next, skips))) return true
  }
  return false
}

/**
 * As `rankOf`, of what can be done or opened: by the beginnings of words alone, in `also` too, as what else it is looked for by is
 * much; and by beginnings of its words written as one: 'ncd', and less well 'nd', is New Canine Drug. Not for records: many names
 * would be found by two letters.
 */
export function rankOfAct(sought: Sought, name: string, also: () => string): Rank | undefined {
  const lower = name.toLowerCase()
  const isBegun = sought.every((word) => beginsWord(lower, word) || beginsWord(also(), word))
  const rank = isBegun ? rankOf(sought, name, also) : undefined
  const [word = '', ...more] = sought
  if (more.length > 0 || word.length < 2 || (rank ?? 3) < 3) return rank
  const words = wordsOf(name)
  if (isMadeOf(word, words, false)) return 2
  return rank ?? (isMadeOf(word, words, true) ? 3 : undefined)
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
