import type { Flag, Voided } from 'sync-protocol/records/envelope'
import { nextDay } from 'sync-protocol/rules/day-start'
import { wordsOf, writtenDays } from 'sync-protocol/rules/search-words'
import type { CardFacts } from './card-facts.ts'

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
  a.date_created < b.date_created ? -1 : a.date_created > b.date_created ? 1 : a._id < b._id ? -1 : 1
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

const sortedOnce = new WeakMap<readonly ListEntry[], Map<string, readonly ListEntry[]>>()

/** The same array for the same entries, so that a key press only filters. */
function sorted(
  entries: readonly ListEntry[],
  sort: ListQuery['sort'],
  order: ListQuery['order'],
): readonly ListEntry[] {
  const orders = sortedOnce.get(entries) ?? new Map<string, readonly ListEntry[]>()
  sortedOnce.set(entries, orders)
  const key = `${sort} ${order}`
  const kept = orders.get(key)
  if (kept) return kept
  const list = [...entries].sort(comparisons[sort])
  if (order === 'descending') list.reverse()
  orders.set(key, list)
  return list
}

const wasUsed = ({ card }: ListEntry, { from, to }: NonNullable<ListQuery['used']>) =>
  card.balance !== undefined && card.balance.date_start <= to && card.balance.date_end >= from

/** What of a sorted list is asked for whatever the text, with the texts that it is searched in: a key press looks at no more. */
interface Scope {
  entries: readonly ListEntry[]
  texts: Map<SearchField, readonly string[]>
}
const MOST_SCOPES = 8
const scopes = new WeakMap<readonly ListEntry[], Map<string, Scope>>()

function scopeOf(list: readonly ListEntry[], { own, species, section_key, ...query }: ListQuery): Scope {
  const kept = scopes.get(list) ?? new Map<string, Scope>()
  scopes.set(list, kept)
  const key = JSON.stringify([own, species, section_key, query.not_sections, query.used, query.voided])
  const found = kept.get(key)
  if (found) return found
  const entries = list.filter(
    (entry) =>
      (own === undefined || entry.author_id === own) &&
      (species === undefined || entry.species.includes(species)) &&
      (section_key === undefined || entry.section_key === section_key) &&
      (query.not_sections === undefined || !query.not_sections.includes(entry.section_key ?? NaN)) &&
      (query.used === undefined || wasUsed(entry, query.used)) &&
      (query.voided === true || !entry.voided),
  )
  const [oldest] = kept.keys()
  if (kept.size >= MOST_SCOPES && oldest !== undefined) kept.delete(oldest)
  const scope = { entries, texts: new Map<SearchField, readonly string[]>() }
  kept.set(key, scope)
  return scope
}

function textsOf({ entries, texts }: Scope, field: SearchField): readonly string[] {
  const kept = texts.get(field)
  if (kept) return kept
  const made = entries.map((entry) => textOf(entry, field))
  texts.set(field, made)
  return made
}

/**
 * Entries that match: all words of the text, in any order, anywhere in the chosen field, whatever their case. The
 * same array while neither the entries nor what is asked for change, as long as no text is.
 */
export function searchList(entries: readonly ListEntry[], query: ListQuery): readonly ListEntry[] {
  const words = wordsOf(query.text)
  const scope = scopeOf(sorted(entries, query.sort, query.order), query)
  if (words.length === 0) return scope.entries
  const texts = textsOf(scope, query.field)
  return scope.entries.filter((_, index) => {
    const text = texts[index] ?? ''
    for (const word of words) if (!text.includes(word)) return false
    return true
  })
}
