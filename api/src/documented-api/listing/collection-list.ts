import { dayAt, type Listed } from './listed.ts'
import { SlotOrder } from './slot-order.ts'
import { TextColumn } from './text-column.ts'

export type SortField = 'name' | 'date' | 'procedure'
export type TextField = 'name' | 'author' | 'procedure'

/** Where an entry stands in the order by date; it is still there when its entry has gone. */
export type Place = Pick<Listed, 'created' | 'nameKey' | 'id'>

/** Which entries are wanted; what is left out wants all. */
export interface Filter {
  species?: number
  author_id?: string
  /** Asked once for each key that there is. */
  section?: (key: number | undefined) => boolean
  /** Asked once for each day that there is. */
  day?: (day: number) => boolean
  /** Minutes behind UTC: whose days library records are counted in. */
  timeOffset?: number | undefined
  words?: { field: TextField; words: readonly string[] }
}

export interface Selection {
  filter: Filter
  sort: SortField
  descending: boolean
  /** How many of those found are left out before the first one that is wanted. */
  skip: number
  take: number
  /** Only what comes after it; of the order by date alone. */
  after?: Place | undefined
}

export interface Selected {
  /** How many are wanted, on all pages. */
  total: number
  ids: string[]
  /** Where the last of them stands; null when nothing that is wanted comes after it. */
  next: Place | null
}

/** @param names what was made in one moment stands by name where the order is read: upwards (1), or from its end (-1) */
const byPlace = (one: Place, other: Place, names: 1 | -1) =>
  one.created - other.created || names * text(one.nameKey, other.nameKey) || text(one.id, other.id)

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The answer of a question for each different value, asked once. */
function asked<V>(question: (value: V) => boolean): (value: V) => boolean {
  const known = new Map<V, boolean>()
  let lastValue: V | undefined
  let lastAnswer: boolean | undefined
  return (value) => {
    // Neighbours are mostly alike.
    if (lastAnswer !== undefined && value === lastValue) return lastAnswer
    let answer = known.get(value)
    if (answer === undefined) known.set(value, (answer = question(value)))
    lastValue = value
    lastAnswer = answer
    return answer
  }
}

/**
 * The light entries of one collection of one organization. Each entry has a slot; what is searched stands in columns by slot,
 * which a processor goes through far quicker than through objects. Plain loops, for the same reason.
 */
export class CollectionList {
  private readonly slotOf = new Map<string, number>()
  private readonly entries: (Listed | undefined)[] = []
  private readonly free: number[] = []
  private readonly species: number[] = []
  private readonly days: number[] = []
  private readonly texts: Readonly<Record<TextField, TextColumn>> = {
    name: new TextColumn(),
    author: new TextColumn(),
    procedure: new TextColumn(),
  }
  /** Each is made when it is first asked for. A descending one is read from its end. */
  private readonly orders = { ascending: this.ordersOf(1), descending: this.ordersOf(-1) } as const
  private readonly everyOrder = Object.values(this.orders).flatMap((of) => Object.values(of))

  get size(): number {
    return this.slotOf.size
  }

  /** Takes new states; undefined ends an entry. */
  put(changes: readonly (readonly [id: string, entry: Listed | undefined])[]): void {
    for (const [id, entry] of changes) {
      const before = this.slotOf.get(id)
      if (before === undefined && entry === undefined) continue
      if (before !== undefined) for (const order of this.everyOrder) order.leave(before)
      const slot = before ?? this.free.pop() ?? this.entries.length
      this.write(slot, entry)
      if (entry) {
        this.slotOf.set(id, slot)
        for (const order of this.everyOrder) order.enter(slot)
      } else {
        this.slotOf.delete(id)
        this.free.push(slot)
      }
    }
  }

  /** How many entries are wanted, and the ids of one stretch of them in order. */
  select({ filter, sort, descending, skip, take, after }: Selection): Selected {
    const marks = this.marked(filter)
    const order = this.orders[descending ? 'descending' : 'ascending'][sort].inOrder(() => [
      ...this.slotOf.values(),
    ])
    let total = 0
    for (const mark of marks) total += mark
    const ids: string[] = []
    const names = descending ? -1 : 1
    let [left, last, hasMore] = [skip, undefined as Listed | undefined, false]
    for (let index = 0; index < order.length && !hasMore; index++) {
      const slot = order[descending ? order.length - 1 - index : index] ?? 0
      if (marks[slot] !== 1) continue
      const entry = this.at(slot)
      if (after !== undefined && names * byPlace(entry, after, names) <= 0) continue
      if (left > 0) left -= 1
      else if (ids.length === take) hasMore = true
      else ids.push((last = entry).id)
    }
    return { total, ids, next: hasMore && last ? last : null }
  }

  /** A 1 for each slot that is wanted. */
  private marked({ species, author_id, section, day, timeOffset, words }: Filter): Uint8Array {
    const bit = species === undefined ? ~0 : 1 << species
    const marks = new Uint8Array(this.species.length)
    // The species of a free slot are none.
    for (let slot = 0; slot < marks.length; slot++)
      marks[slot] = ((this.species[slot] ?? 0) & bit) === 0 ? 0 : 1
    const narrow = (wanted: (slot: number) => boolean) => {
      for (let slot = 0; slot < marks.length; slot++) if (marks[slot] === 1 && !wanted(slot)) marks[slot] = 0
    }
    if (words) this.texts[words.field].narrow(marks, words.words)
    if (author_id !== undefined) narrow((slot) => this.at(slot).author_id === author_id)
    if (section) {
      const wanted = asked(section)
      narrow((slot) => wanted(this.at(slot).section))
    }
    if (day) {
      const wanted = asked(day)
      narrow((slot) =>
        wanted(timeOffset === undefined ? (this.days[slot] ?? 0) : this.dayOf(slot, timeOffset)),
      )
    }
    return marks
  }

  private dayOf(slot: number, timeOffset: number): number {
    const { dayStored, day, created } = this.at(slot)
    return dayStored ? day : dayAt(created, timeOffset)
  }

  private write(slot: number, entry: Listed | undefined): void {
    this.entries[slot] = entry
    this.species[slot] = entry?.species ?? 0
    this.days[slot] = entry?.day ?? 0
    for (const field of ['name', 'author', 'procedure'] as const)
      this.texts[field].set(slot, entry?.[field] ?? '')
  }

  /** @throws TypeError for a free slot */
  private at(slot: number): Listed {
    const entry = this.entries[slot]
    if (!entry) throw new TypeError(`slot ${slot} holds no entry`)
    return entry
  }

  /** @param names what was made in one moment stands by name where the order is read: upwards (1), or from its end (-1) */
  private ordersOf(names: 1 | -1): Readonly<Record<SortField, SlotOrder>> {
    const byDate = (a: number, b: number) => byPlace(this.at(a), this.at(b), names)
    return {
      date: new SlotOrder(byDate),
      name: new SlotOrder((a, b) => text(this.at(a).nameKey, this.at(b).nameKey) || byDate(a, b)),
      procedure: new SlotOrder(
        (a, b) => text(this.at(a).procedureKey, this.at(b).procedureKey) || byDate(a, b),
      ),
    }
  }
}
