import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { Json } from 'sync-protocol/records/json'
import { nameIn, type AnyContent } from 'sync-protocol/records/kinds'
import { procedureIn } from 'sync-protocol/records/sheet'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { localDay } from 'sync-protocol/rules/local-day'

/** What a list needs to know of a record to find and to order it; a hundred thousand of them stay in memory. */
export interface Listed {
  id: string
  /** In lower case; a sheet's is its patient's. */
  name: string
  author: string
  author_id: string
  /** Creation, in ms. */
  created: number
  /** The clinic's local day, in days since 1970; a fact stores its own. */
  day: number
  /** A fact's day is stored; another record's follows from its creation and may be asked for in another time zone. */
  dayStored: boolean
  /** One bit for each species code; all of them where a record has no species. */
  species: number
  section: number | undefined
  /** Of a sheet: its procedure's name in lower case. */
  procedure: string
  nameKey: string
  procedureKey: string
}

const DAY_MS = 86_400_000
const ALL_SPECIES = 0b111
/** Nothing to normalize: most names by far. */
const PLAIN = /^[ -~]*$/

/** Days since 1970 of a day YYYY-MM-DD, and back. */
export const dayNumber = (day: string): number => Math.floor(Date.parse(day) / DAY_MS)
export const dayOfNumber = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** The day that a clock shows that is `offsetMinutes` behind UTC, as JavaScript's getTimezoneOffset counts. */
export const dayAt = (ms: number, offsetMinutes: number): number =>
  Math.floor((ms - offsetMinutes * 60_000) / DAY_MS)

function speciesIn(value: Json | undefined): number {
  if (value === undefined) return ALL_SPECIES
  const codes = Array.isArray(value) ? value : [value]
  return codes.reduce<number>((bits, code) => (typeof code === 'number' ? bits | (1 << code) : bits), 0)
}

/**
 * What a name is ordered by: letters without case and accents, numbers by their value, so that `Drug 9` comes before
 * `drug 10`. Compared as plain text, which is what makes ordering a hundred thousand names quick.
 */
export function orderKey(name: string): string {
  const lower = name.toLowerCase()
  const plain = PLAIN.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}+/gu, '')
  return /\d/.test(plain) ? plain.replace(/\d+/g, (digits) => digits.padStart(12, '0')) : plain
}

/** One text for all who hold it: names of authors and procedures come again and again. */
const shared = new Map<string, string>()
function share(value: string): string {
  const known = shared.get(value)
  if (known !== undefined) return known
  if (shared.size > 10_000) shared.clear()
  shared.set(value, value)
  return value
}

/** The same quarter of an hour is the same local day in every time zone there is. */
export function dayFinder(timeZone: string): (instant: string) => number {
  const known = new Map<number, number>()
  return (instant) => {
    const quarter = Math.floor(Date.parse(instant) / 900_000)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const day = dayNumber(localDay(instant, timeZone))
    if (known.size > 50_000) known.clear()
    known.set(quarter, day)
    return day
  }
}

/** The light entry of a record; undefined for one that no list shows: a deleted record, a voided fact. */
export function listed(
  record: Pick<SyncRecord, 'collection' | '_id' | 'meta' | 'content' | 'deleted' | 'voided'>,
  dayOf: (instant: string) => number,
): Listed | undefined {
  const { collection, content, meta } = record
  if (record.deleted || content === null || record.voided) return undefined
  const name = nameIn(collection, content)
  const procedure = collection === 'sheets' ? procedureIn(content) : ''
  const { day, section_key: section, species } = fieldsOf<AnyContent>(content)
  const lower = name.toLowerCase()
  const key = orderKey(name)
  return {
    id: record._id,
    name: lower,
    author: share(meta.author_name.toLowerCase()),
    author_id: share(meta.author_id),
    created: Date.parse(meta.date_created),
    day: typeof day === 'string' ? dayNumber(day) : dayOf(meta.date_created),
    dayStored: typeof day === 'string',
    species: speciesIn(species),
    section: typeof section === 'number' ? section : undefined,
    procedure: share(procedure.toLowerCase()),
    // Mostly the same text: kept once.
    nameKey: key === lower ? lower : key,
    procedureKey: share(orderKey(procedure)),
  }
}
