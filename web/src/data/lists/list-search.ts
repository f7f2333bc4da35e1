import type { Flag, Voided } from 'sync-protocol/records/envelope'
import { nextDay } from 'sync-protocol/rules/day-start'
import { wordsOf, writtenDays } from 'sync-protocol/rules/search-words'
import type { CardFacts } from './card-facts.ts'
import { JoinedTexts } from './joined-texts.ts'
import { lineOf, type ListLine, type ListView } from './list-lines.ts'
import { edited, editsOf, type Compare } from './sorted-list.ts'

export interface ListEntry {
  _id: string
  /** Name of the record; a sheet's is its patient's, a draw's its drug's. */
  name: string
  author_id: string
  author_name: string
  /** Instant of creation. */
  date_created: string
  /** Instant of the last edit; absent while it never was edited. */
  date_edited?: string
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
  species: readonly number[]
  section_key?: number
  /** Of a sheet or a draw: its procedure's name. */
  procedure?: string
  /** Of a draw. */
  patient?: string
  /** Of a sheet whose patient has one. */
  patient_id?: string
  /** The number of the commit that wrote it; 0 before the server has it. Of a fact that stands: of its creation. */
  seq: number
  pending: boolean
  voided: boolean
  /** Of a voided fact: who, when and why. */
  voiding?: Voided
  /** What the server points out of a fact that it stored all the same. */
  flags?: readonly Flag[]
  card: CardFacts
}

/** `used`: the days of a balance sheet. */
export type SearchField = 'name' | 'author' | 'date' | 'procedure' | 'patient' | 'used'
export interface ListQuery {
  text: string
  field: SearchField
  sort: 'name' | 'author' | 'date' | 'procedure' | 'patient' | 'used'
  order: 'ascending' | 'descending'
  /** Only this author's records; everybody's when absent. */
  own?: string
  species?: number
  section_key?: number
  /** Only what belongs to none of these sections. */
  not_sections?: readonly number[]
  /** Only balance sheets that were used on one of these days, YYYY-MM-DD. */
  used?: { from: string; to: string } | undefined
  /** Voided facts are left out unless asked for. */
  voided?: boolean
}

/** Default of every list: date created, newest first (`spec 1 §9`). */
export const defaultQuery: ListQuery = { text: '', field: 'name', sort: 'date', order: 'descending' }

const LONGEST_RANGE = 400

/** Every day that a balance sheet covers, as a search by a day in between finds it too. */
function usedDays({ card }: ListEntry): string[] {
  if (card.balance === undefined) return []
  const { date_start, date_end } = card.balance
  const days = [date_start]
  for (let day = date_start; day < date_end && days.length < LONGEST_RANGE;) days.push((day = nextDay(day)))
  return days
}

/** A text that a field of an entry is searched in, in lower case. */
function searched(entry: ListEntry, field: SearchField): string {
  if (field === 'date') return writtenDays(entry.day)
  if (field === 'used') return usedDays(entry).map(writtenDays).join(' ')
  if (field === 'procedure') return (entry.procedure ?? '').toLowerCase()
  if (field === 'patient') return `${entry.patient ?? ''} ${entry.card.draw?.patient_id ?? ''}`.toLowerCase()
  return (field === 'author' ? entry.author_name : entry.name).toLowerCase()
}

const searchedTexts: Record<SearchField, WeakMap<ListEntry, string>> = {
  name: new WeakMap(),
  author: new WeakMap(),
  date: new WeakMap(),
  procedure: new WeakMap(),
  patient: new WeakMap(),
  used: new WeakMap(),
}
function textOf(entry: ListEntry, field: SearchField): string {
  const kept = searchedTexts[field].get(entry)
  if (kept !== undefined) return kept
  const text = searched(entry, field)
  searchedTexts[field].set(entry, text)
  return text
}

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
const newer = (a: ListEntry, b: ListEntry) =>
  a.date_created < b.date_created ? -1 : a.date_created > b.date_created ? 1 : 0
const byName = (a: ListEntry, b: ListEntry) => collator.compare(a.name, b.name) || newer(a, b)
const byProcedure = (a: ListEntry, b: ListEntry) =>
  collator.compare(a.procedure ?? '', b.procedure ?? '') || newer(a, b)
const byPatient = (a: ListEntry, b: ListEntry) =>
  collator.compare(a.patient ?? '', b.patient ?? '') || newer(a, b)
const byAuthor = (a: ListEntry, b: ListEntry) => collator.compare(a.author_name, b.author_name) || newer(a, b)
const usedFrom = ({ card, day }: ListEntry) => card.balance?.date_start ?? day
const byUsed = (a: ListEntry, b: ListEntry) =>
  usedFrom(a) < usedFrom(b) ? -1 : usedFrom(a) > usedFrom(b) ? 1 : newer(a, b)
const comparisons = {
  name: byName,
  author: byAuthor,
  date: newer,
  procedure: byProcedure,
  patient: byPatient,
  used: byUsed,
}

/** What was made in one moment, such as the library that a clinic starts with, stands by name, whatever the direction. */
function comparisonOf({ sort, order }: ListQuery): Compare<ListEntry> {
  const ascending = comparisons[sort]
  const turn = order === 'descending' ? -1 : 1
  return (a, b) =>
    turn * ascending(a, b) ||
    collator.compare(a.name, b.name) ||
    (a._id < b._id ? -turn : a._id > b._id ? turn : 0)
}

const wasUsed = ({ card }: ListEntry, { from, to }: NonNullable<ListQuery['used']>) =>
  card.balance !== undefined && card.balance.date_start <= to && card.balance.date_end >= from

/** Whether an entry belongs to what is asked for, whatever the text. */
const chosenBy =
  ({ own, species, section_key, not_sections, used, voided }: ListQuery) =>
  (entry: ListEntry): boolean =>
    (own === undefined || entry.author_id === own) &&
    (species === undefined || entry.species.includes(species)) &&
    (section_key === undefined || entry.section_key === section_key) &&
    (not_sections === undefined || !not_sections.includes(entry.section_key ?? NaN)) &&
    (used === undefined || wasUsed(entry, used)) &&
    (voided === true || !entry.voided)

/** Ways of looking at one list that are kept; the last asked for stay. */
const MOST_VIEWS = 12

/** What is asked for but for the text, sorted: a key press looks at no more, and a change moves only what changed. */
function viewOf(entries: readonly ListEntry[], query: ListQuery): ListView<ListEntry> {
  const { sort, order, own, species, section_key, not_sections, used, voided } = query
  const line = lineOf(entries)
  const key = JSON.stringify([sort, order, own, species, section_key, not_sections, used, voided])
  const compare = comparisonOf(query)
  const kept = line.views.get(key)
  const view = (kept && broughtForward(line, kept, query, compare)) ?? {
    at: line.now,
    entries: entries.filter(chosenBy(query)).sort(compare),
    texts: new Map(),
  }
  line.views.delete(key)
  line.views.set(key, view)
  const [oldest] = line.views.keys()
  if (line.views.size > MOST_VIEWS && oldest !== undefined) line.views.delete(oldest)
  return view
}

function broughtForward(
  line: ListLine<ListEntry>,
  view: ListView<ListEntry>,
  query: ListQuery,
  compare: Compare<ListEntry>,
): ListView<ListEntry> | undefined {
  const { now } = line
  if (view.at === now) return view
  const { gone, come } = line.since(view.at)
  const isChosen = chosenBy(query)
  const edits = editsOf(view.entries, gone.filter(isChosen), come.filter(isChosen), compare)
  if (!edits) return undefined
  if (edits.goneAt.length + edits.come.length === 0) return { ...view, at: now }
  const texts = [...view.texts].map(([field, list]): [string, string[]] => {
    const added = edits.come.map((entry) => textOf(entry, field as SearchField))
    return [field, edited(list, { ...edits, come: added })]
  })
  return { at: now, entries: edited(view.entries, edits), texts: new Map(texts) }
}

function textsOf({ entries, texts }: ListView<ListEntry>, field: SearchField): readonly string[] {
  const kept = texts.get(field)
  if (kept) return kept
  const made = entries.map((entry) => textOf(entry, field))
  texts.set(field, made)
  return made
}

const joined = new WeakMap<readonly string[], JoinedTexts>()
function joinedOf(texts: readonly string[]): JoinedTexts {
  const kept = joined.get(texts)
  if (kept) return kept
  const made = new JoinedTexts(texts)
  joined.set(texts, made)
  return made
}

/**
 * Entries that match: all words of the text, in any order, anywhere in the chosen field, whatever their case. The
 * same array while neither the entries nor what is asked for change, as long as no text is.
 */
export function searchList(entries: readonly ListEntry[], query: ListQuery): readonly ListEntry[] {
  const words = wordsOf(query.text)
  const view = viewOf(entries, query)
  if (words.length === 0) return view.entries
  const { entries: inOrder } = view
  return joinedOf(textsOf(view, query.field))
    .holding(words)
    .flatMap((at) => inOrder[at] ?? [])
}
