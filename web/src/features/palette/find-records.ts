import type { ListEntry } from '../../data/lists/list-search.ts'
import { inSlices, type Slices } from '../../in-slices.ts'
import type { Group, PaletteEntry } from './palette-entry.ts'
import { RANKS, rankOf, type Rank, type Ranked, type Sought } from './ranking.ts'

/** A list in memory, and how the palette shows its records. */
export interface Source {
  group: Group
  entries: readonly ListEntry[]
  /** Those that are equally good stand by name, in place of the newest first. */
  byName?: true
  keyOf: (entry: ListEntry) => string
  /** What else a record is found by, in lower case. */
  alsoOf: (entry: ListEntry) => string
  entryOf: (entry: ListEntry) => PaletteEntry
}

export interface FoundRecords {
  found: readonly Ranked[]
  /** How many were found besides. */
  beyond: Partial<Record<Group, number>>
}

/** After so many records it is looked at whether the piece is full. */
const LOOK_EACH = 200

/** More than these stay in the order in which they were found: to sort them would take too long. */
const MOST_SORTED = 500
const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

const byName = (a: ListEntry, b: ListEntry) => collator.compare(a.name, b.name)
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
/** What was entered later than it was done stands where it was done. */
export const newestFirst = (a: ListEntry, b: ListEntry) =>
  compare(b.day, a.day) || compare(b.date_created, a.date_created)

/** From the end of the list: most ids follow the time at which they were made. */
async function searchOne(
  { entries, alsoOf }: Source,
  sought: Sought,
  step: () => boolean | Promise<boolean>,
): Promise<Readonly<Record<Rank, ListEntry[]>> | undefined> {
  const byRank: Record<Rank, ListEntry[]> = { 0: [], 1: [], 2: [], 3: [] }
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    if (entry !== undefined && !entry.voided) {
      const rank = rankOf(sought, entry.name, () => alsoOf(entry))
      if (rank !== undefined) byRank[rank].push(entry)
    }
    if (at % LOOK_EACH !== 0) continue
    const pausing = step()
    if (pausing !== false && (await pausing)) return undefined
  }
  return byRank
}

/** What was found, the best `room` of each group; undefined where nobody waits for it any more. Voided ones are not found. */
export async function findRecords(
  sources: readonly Source[],
  sought: Sought,
  { room, recent }: { room: (group: Group) => number; recent: readonly string[] },
  slices: Slices,
): Promise<FoundRecords | undefined> {
  const step = inSlices(slices)
  const chosen = new Set(recent)
  const found: Ranked[] = []
  const beyond: Partial<Record<Group, number>> = {}
  for (const source of sources) {
    const byRank = await searchOne(source, sought, step)
    if (byRank === undefined) return undefined
    let left = room(source.group)
    for (const rank of RANKS) {
      const all = byRank[rank]
      if (all.length <= MOST_SORTED) all.sort(source.byName ? byName : newestFirst)
      const lately = recent.length === 0 ? [] : all.filter((entry) => chosen.has(source.keyOf(entry)))
      const first = new Set([...lately, ...all.slice(0, left)])
      const taken = [...first].slice(0, left)
      found.push(...taken.map((entry) => ({ entry: source.entryOf(entry), rank })))
      left -= taken.length
      const more = all.length - taken.length
      if (more > 0) beyond[source.group] = (beyond[source.group] ?? 0) + more
    }
  }
  return { found, beyond }
}
