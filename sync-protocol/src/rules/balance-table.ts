import { BALANCE_PAGES_MAX, PAGE_ROWS } from '../records/balance.ts'
import { usedSince } from './adjustments.ts'
import { sameBottle } from './balance-forms.ts'
import type { Hundredths } from './ledger-volume.ts'
import { adjustmentEntry, bottleEntry, openingEntry, type TableEntry } from './table-entry.ts'
import type { OtherBottle, TableEvent, TableEventOf } from './table-events.ts'

/** Rows as the screen groups them (`spec 2 §3`): 0 spacer, 1 balance row, 2 group of draws (an adjustment of a partial draw stands in it). */
export type TableRow =
  { kind: 0 } | { kind: 1; entry: TableEntry } | { kind: 2; entries: readonly TableEntry[] }

/** A bottle and what it can hold, in hundredths of a ml. */
export interface TableBottle {
  bottle_number: string
  container_size: Hundredths
}

/** An open balance table (`spec 2 §3`), volumes in hundredths of a ml. */
export interface BalanceTable {
  /** Every row in order, without spacers: what the saved sheet holds. */
  entries: readonly TableEntry[]
  rows: readonly TableRow[]
  balance: Hundredths
  bottle: string
  container_size: Hundredths
  /** The bottles that stand open beside it, the oldest first: the balance is that of all. '' for those without a known number. */
  others: readonly string[]
  /** Drawn since the last adjustment. */
  used: Hundredths
  /** The container before the last new bottle; that of the opening while there is none. */
  previous_size: Hundredths
  /** The container of the sheet's head: the opening's, or of the bottle that a balance of 0 goes on with. */
  first_size: Hundredths
  previous_id: string | undefined
  /** The local day of the draws, YYYY-MM-DD; null before the first one. */
  date: string | null
  /** Places in `entries` of the rows whose balance is below zero. */
  negative: readonly number[]
  /** The last draw while the last row is a group of draws, else null: PARTIAL DRAW and an edit of its volume work on it. */
  lastDraw: TableEntry | null
  mayPartialDraw: boolean
  mayEditDraw: boolean
  mayClear: boolean
  /** No further row fits into the 100 pages of a sheet; a partial draw takes up to 3. */
  full: boolean
  /** How often a draw was chosen in this table; one taken from two bottles counts once. */
  uses: (drawId: string) => number
}

/** One shaded first row and 23 entries a page. */
export const ENTRIES_MAX = 1 + BALANCE_PAGES_MAX * (PAGE_ROWS - 1)
const MOST_AT_ONCE = 3

/** Where the table stands while its events are replayed. */
interface TableState extends TableBottle {
  entries: TableEntry[]
  others: readonly string[]
  /** By the last count nothing is left in the bottle in use. */
  empty: boolean
  previous_size: Hundredths
  date: string | null
  uses: Map<string, number>
}

const balanceOf = ({ entries }: TableState): Hundredths => entries.at(-1)?.balance ?? 0

/** `open` are the bottles that keep what was left: none where nothing was. */
function takeBottle(
  state: TableState,
  bottle: TableBottle,
  added: Hundredths,
  event: number,
  open: readonly string[],
): void {
  const before = balanceOf(state)
  state.others = before > 0 ? open.filter((number) => !sameBottle(number, bottle.bottle_number)) : []
  state.entries.push(bottleEntry(bottle, added, before, event))
  state.previous_size = state.container_size
  state.empty = false
  state.bottle_number = bottle.bottle_number
  state.container_size = bottle.container_size
}

function fullDraw(state: TableState, draw: TableEventOf<'full_draw'>, event: number): void {
  const { draw_id, day, title, description, species, reason, volume, procedure_number } = draw
  if (state.date !== null && state.date !== day) throw new RangeError('a balance sheet holds one day')
  state.date = day
  state.uses.set(draw_id, (state.uses.get(draw_id) ?? 0) + 1)
  state.entries.push({
    kind: 'draw',
    procedure_number,
    title,
    species,
    description,
    bottle_number: state.bottle_number,
    reason,
    added: null,
    used: volume,
    adjusted: null,
    balance: balanceOf(state) - volume,
    draw_id,
    event,
  })
}

/** The last entry when it is a draw. */
function drawAtEnd({ entries }: TableState): TableEntry & { used: Hundredths } {
  const last = entries.at(-1)
  if (last?.kind !== 'draw' || last.used === null) throw new RangeError('the last row is no draw')
  return { ...last, used: last.used }
}

const holdAll = (others: readonly OtherBottle[] = []): Hundredths =>
  others.reduce((all, { volume }) => all + volume, 0)
const holdStill = (others: readonly OtherBottle[] = []): string[] =>
  others.flatMap(({ bottle_number, volume }) => (volume === 0 ? [] : [bottle_number]))

/**
 * The old bottle is empty after what was taken from it; others that stand open keep what they hold. Where all should have held
 * another volume than that, the difference stands in an adjustment before the shortened draw, so that no ml vanishes.
 */
function partialDraw(state: TableState, event: TableEventOf<'partial_draw'>, at: number): void {
  const whole = drawAtEnd(state)
  if (event.taken > whole.used) throw new RangeError('more was taken than was drawn')
  const before = whole.balance + whole.used
  const original = whole.original ?? whole.used
  state.entries.pop()
  const left = holdAll(event.others)
  const held = event.taken + left
  if (before !== held) {
    state.entries.push(adjustmentEntry(whole.bottle_number, held, before, at, event.reason))
  }
  state.entries.push({ ...whole, used: event.taken, balance: left, original, event: at })
  takeBottle(state, event, event.container_size, at, holdStill(event.others))
  const rest = whole.used - event.taken
  if (rest === 0) return
  state.entries.push({
    ...whole,
    bottle_number: event.bottle_number,
    used: rest,
    balance: left + event.container_size - rest,
    remainder: true,
    rest,
    original,
    event: at,
  })
}

function editBalance(state: TableState, event: TableEventOf<'edit_balance'>, at: number): void {
  const { volume, others, reason } = event
  const before = balanceOf(state)
  const held = volume + holdAll(others)
  state.entries.push(adjustmentEntry(state.bottle_number, held, before, at, reason))
  state.others = holdStill(others)
  state.empty = volume === 0
}

function editDraw(state: TableState, volume: Hundredths): void {
  const draw = drawAtEnd(state)
  state.entries.pop()
  const { edited: before, ...rest } = draw
  const original = draw.original ?? draw.used
  const asBefore = draw.remainder ? !before && volume === draw.used : volume === original
  state.entries.push({
    ...rest,
    used: volume,
    balance: draw.balance + draw.used - volume,
    original,
    ...(!asBefore && { edited: true as const }),
  })
}

function happen(state: TableState, event: TableEvent, at: number): void {
  switch (event.kind) {
    case 'start':
      throw new RangeError('a balance table starts once')
    case 'full_draw':
      return fullDraw(state, event, at)
    case 'partial_draw':
      return partialDraw(state, event, at)
    case 'add_balance':
      return takeBottle(
        state,
        { ...event, container_size: event.container_size ?? event.volume },
        event.volume,
        at,
        [...state.others, ...(state.empty ? [] : [state.bottle_number])],
      )
    case 'edit_balance':
      return editBalance(state, event, at)
    case 'edit_draw':
      return editDraw(state, event.volume)
  }
}

function stateAfter(event: TableEvent | undefined): TableState {
  if (event?.kind !== 'start') throw new RangeError('a balance table starts with its previous balance')
  const { bottle_number, container_size, balance, new_bottle, others = [] } = event
  // More than the bottle can hold is in others too, known or not.
  const unknown = balance > container_size ? [''] : []
  const state: TableState = {
    bottle_number,
    container_size,
    entries: [openingEntry(event, balance, 0)],
    others: others.length > 0 ? others : unknown,
    empty: false,
    previous_size: container_size,
    date: null,
    uses: new Map(),
  }
  if (new_bottle) takeBottle(state, new_bottle, new_bottle.balance, 0, [])
  return state
}

/** An adjustment that a partial draw made belongs to its group; one of EDIT BALANCE closes the group. */
const isInGroup = (entries: readonly TableEntry[], at: number) => {
  const entry = entries[at]
  return entry?.kind === 'draw' || (entry?.kind === 'adjustment' && entries[at + 1]?.event === entry.event)
}

function rowsOf(entries: readonly TableEntry[]): TableRow[] {
  const rows: TableRow[] = []
  let group: TableEntry[] | null = null
  entries.forEach((entry, at) => {
    const inGroup = isInGroup(entries, at)
    if (inGroup && group) {
      group.push(entry)
      return
    }
    if (rows.length > 0) rows.push({ kind: 0 })
    group = inGroup ? [entry] : null
    rows.push(group ? { kind: 2, entries: group } : { kind: 1, entry })
  })
  return rows
}

/** A balance of 0 that goes on with a new bottle has that one's container in its head. */
const firstSize = ([opening, second]: readonly TableEntry[]): Hundredths =>
  (opening?.balance === 0 && second?.kind === 'bottle' ? second.container_size : opening?.container_size) ?? 0

/**
 * The table after `events`, the first `started` of which are the previous balance (`spec 2 §4`). On every row: the balance before it +
 * added - used + adjusted is its balance.
 * @throws RangeError for events that cannot follow each other
 */
export function tableOf(events: readonly TableEvent[], started = 1): BalanceTable {
  const state = stateAfter(events[0])
  events.forEach((event, at) => {
    if (at > 0) happen(state, event, at)
  })
  const { entries, uses } = state
  const last = entries.at(-1)
  const lastDraw = last?.kind === 'draw' ? last : null
  return {
    entries,
    rows: rowsOf(entries),
    balance: balanceOf(state),
    bottle: state.bottle_number,
    container_size: state.container_size,
    others: state.others,
    used: usedSince(entries),
    previous_size: state.previous_size,
    first_size: firstSize(entries),
    previous_id: events[0]?.kind === 'start' ? events[0].previous_id : undefined,
    date: state.date,
    negative: entries.flatMap(({ balance }, at) => (balance < 0 ? [at] : [])),
    lastDraw,
    mayPartialDraw: lastDraw !== null,
    mayEditDraw: lastDraw !== null,
    mayClear: events.length > started,
    full: entries.length + MOST_AT_ONCE > ENTRIES_MAX,
    uses: (drawId) => uses.get(drawId) ?? 0,
  }
}

/**
 * CLEAR LAST ENTRY: the events without the last entry. The edits of a draw go with it; a partial draw is one entry, so that
 * clearing it gives the whole draw back as it was (`spec 2 §4`). The previous balance, the first `started`, is never cleared.
 */
export function clearLast(events: readonly TableEvent[], started = 1): TableEvent[] {
  let end = events.length - 1
  while (end > 0 && events[end]?.kind === 'edit_draw') end -= 1
  return events.slice(0, Math.max(end, started))
}
