import { COLLECTIONS, isKnown, type SyncRecord } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'

/** A load of the record tables that is under way: it goes on from here after a crash, and in any tab. */
export interface LoadProgress {
  /** What is still to be read, in this order; `below` is the last id that was read of it. */
  rest: { collection: string; below?: string }[]
  /** The lowest head of the feed that a page named: from there the feed is followed afterwards. */
  lowest?: number
  /** The tables held nothing of the server's when it began: what it brings cannot be there yet. */
  fresh: boolean
  /** Only some collections are loaded anew; the cursor stays where it is. */
  partial: boolean
  /** Records taken so far. */
  taken: number
}

const isFact = (collection: string) => isKnown(collection) && kinds[collection].sort === 'fact'
const FACTS = ['code_events', 'balances', 'sheets', 'draws']

/** The library, what is open and what needs attention first, so that a sheet can be built; then facts, the newest first. */
const IN_ORDER: readonly string[] = [...COLLECTIONS.filter((name) => !isFact(name)), ...FACTS]

export const loadOf = (
  { fresh, partial }: Pick<LoadProgress, 'fresh' | 'partial'>,
  only: readonly string[] = IN_ORDER,
): LoadProgress => ({
  rest: [
    ...IN_ORDER.filter((name) => only.includes(name)),
    ...only.filter((name) => !IN_ORDER.includes(name)),
  ].map((collection) => ({ collection })),
  fresh,
  partial,
  taken: 0,
})

/** Whether a load is to be begun or gone on with, where the `loading` of a tablet and its cursor are these. */
export const isToLoad = (loading: LoadProgress | null | undefined, cursor: number): boolean =>
  loading === undefined ? cursor === 0 : loading !== null

/** Whether all but facts is here. */
export const hasLibrary = ({ rest }: LoadProgress): boolean =>
  rest.every(({ collection }) => isFact(collection))

/** What the next page is asked for: the collection that is begun, and those after it of which nothing was read yet. */
export function nextAsked({ rest }: LoadProgress): { collections: string[]; after?: string } {
  const [first, ...others] = rest
  if (!first) throw new RangeError('Everything was read.')
  const begun = others.findIndex(({ below }) => below !== undefined)
  const also = begun < 0 ? others : others.slice(0, begun)
  const collections = [first, ...also].map(({ collection }) => collection)
  return first.below === undefined
    ? { collections }
    : { collections, after: `${first.collection}/${first.below}` }
}

/** Whether a page that ends at `place` goes on from what was read; one that does not would be asked for again, for ever. */
export function leadsOn(progress: LoadProgress, place: string | null): boolean {
  if (place === null) return true
  const { collections, after } = nextAsked(progress)
  const [collection, below] = place.split('/') as [string, string]
  if (!collections.includes(collection)) return false
  const begun = after?.split('/')
  // Ids are read downwards.
  return begun === undefined || collection !== begun[0] || below < (begun[1] as string)
}

interface Page {
  seq: number
  records: readonly SyncRecord[]
  after: string | null
}
export interface SnapshotPiece {
  records: SyncRecord[]
  next: LoadProgress
}

/** A rest of so much of a piece makes the others larger: each is a transaction that waits for the disk. */
const REST = 0.25

/** Cuts a page into pieces of about `most` records, each with the place that is reached once it is stored. */
export function snapshotPieces(from: LoadProgress, page: Page, most: number): SnapshotPiece[] {
  const { collections } = nextAsked(from)
  const { length } = page.records
  const size = Math.max(1, Math.ceil(length / Math.max(1, Math.ceil(length / most - REST))))
  const lowest = Math.min(from.lowest ?? page.seq, page.seq)
  const pieces: SnapshotPiece[] = []
  for (let start = 0; start === 0 || start < length; start += size) {
    const records = page.records.slice(start, start + size)
    const taken = from.taken + start + records.length
    const last = records.at(-1)
    const isEnd = start + size >= length
    const rest = isEnd
      ? turned(restFrom(from, page.after, collections.length))
      : restFrom(from, last ? `${last.collection}/${last._id}` : page.after, collections.length)
    pieces.push({ records, next: { ...from, lowest, rest, taken } })
  }
  return pieces
}

function restFrom({ rest }: LoadProgress, place: string | null, asked: number): LoadProgress['rest'] {
  if (place === null) return rest.slice(asked)
  const [collection, below] = place.split('/') as [string, string]
  const at = rest.findIndex((part) => part.collection === collection)
  return [{ collection, below }, ...rest.slice(at + 1)]
}

/** The facts take turns, a page each, so that the newest of all of them are here first. */
function turned(rest: LoadProgress['rest']): LoadProgress['rest'] {
  const [first, ...others] = rest
  return first?.below !== undefined && isFact(first.collection) ? [...others, first] : rest
}
