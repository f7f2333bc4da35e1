import { unitFor, unitOf } from 'sync-protocol/records/amount-unit'
import { dayStatus } from 'sync-protocol/records/day-row'
import { doseLimits } from 'sync-protocol/records/drug'
import type { Collection } from 'sync-protocol/records/envelope'
import { CANINE, FELINE } from 'sync-protocol/records/fields'
import { infusionLimits } from 'sync-protocol/records/infusion-limits'
import { isObject, type Json, type JsonObject } from 'sync-protocol/records/json'
import type { AnyContent } from 'sync-protocol/records/kinds'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { Reversal } from 'sync-protocol/records/reversal'
import { fieldsOf, textIn } from 'sync-protocol/records/unchecked'
import { DAY_STATUS_WORDS } from 'sync-protocol/rules/day-status'
import { aboutWeight } from 'sync-protocol/rules/dose'
import { limitsWords } from 'sync-protocol/rules/dose-limits'
import { infusionLimitsWords } from 'sync-protocol/rules/infusion-limits'
import { reversalWords, reversedWords } from 'sync-protocol/rules/reversal-form'
import { PROTOCOL_FIELDS } from '../../records/use-protocol-names.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { attentionText as text } from './attention-text.ts'
import { ITEM_WORDS, REFERENCES, saidOf } from './field-text.ts'
import { fieldWord, PAIRS } from './field-words.ts'

export interface FieldLine {
  label: string
  value: string
}

/** The plural title of the drug section of this key, where it is known. */
export type SectionTitle = (key: number) => string | undefined

/** What other records are called that a record names by key or id; undefined where that is not known. */
export interface NamesOf {
  sectionTitle?: SectionTitle | undefined
  protocolName?: ((id: string) => string | undefined) | undefined
}

type SheetSection = SheetContent['anesthesia_protocol']['sections'][number]
const NOT_USED = -1
const AMOUNT_UNIT = 'amount_unit'
const PROTOCOLS: ReadonlySet<string> = new Set(PROTOCOL_FIELDS)
const LOCAL_DAY = /^\d{4}-\d{2}-\d{2}$/

function plain(value: null | boolean | number | string): string {
  if (value === null || value === '') return text.empty
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return typeof value === 'number' ? formatNumber(value) : value
}

/** A number with its unit; null for what is no plain value. What is not saved yet is text without a unit. */
function worded(value: Json, unit: string): string | null {
  if (Array.isArray(value) || isObject(value)) return null
  if (typeof value !== 'number') return plain(value)
  if (value === NOT_USED && unit.endsWith('/kg') && unit !== 'ml/kg') return text.notUsed
  return `${formatNumber(value)} ${unit}`.trim()
}

function limitsLine(value: Json, drug: JsonObject): string | null {
  const limits = doseLimits.safeParse(value)
  if (!limits.success) return null
  return limits.data === null ? text.empty : limitsWords(limits.data, drug)
}

function infusionLine(value: Json): string | null {
  const limits = infusionLimits.safeParse(value)
  if (!limits.success) return null
  return limits.data === null ? text.empty : infusionLimitsWords(limits.data)
}

const OF_REVERSAL: ReadonlySet<string> = new Set([
  'name',
  'species',
  'rule',
  'value',
  'route',
  'note',
] satisfies (keyof Reversal)[])

/** Each in one line, as it is saved or as it is typed; null where one says anything else. */
function reversalLines(value: readonly Json[], place: Place): FieldLine[] | null {
  const lines = value.map((each): FieldLine | null => {
    if (!isObject(each) || !Object.keys(each).every((field) => OF_REVERSAL.has(field))) return null
    const { name, species, rule, value: dose, route, note } = fieldsOf<Reversal>(each)
    if (typeof name !== 'string' || (species !== CANINE && species !== FELINE)) return null
    if (
      typeof rule !== 'string' ||
      typeof route !== 'string' ||
      (typeof dose !== 'number' && typeof dose !== 'string')
    )
      return null
    const words = reversalWords({ rule, value: plain(dose), route, note: textIn(note) }, place.within)
    return { label: `${labelOf(place)} · ${reversedWords({ name, species })}`, value: words }
  })
  const said = lines.filter((line) => line !== null)
  return said.length === lines.length && said.length > 0 ? said : null
}

function speciesWords(value: Json): string | null {
  const codes = Array.isArray(value) ? value : [value]
  const names = codes.flatMap((code) => (typeof code === 'number' ? (text.species[code] ?? []) : []))
  return names.length > 0 && names.length === codes.length ? names.join(', ') : null
}

const dayStatusWords = (value: Json): string | null => {
  const known = dayStatus.safeParse(value)
  return known.success ? DAY_STATUS_WORDS[known.data] : null
}

/** A field, and where it stands: `path` leads there in words, `collection` where it is a field of the record itself. */
interface Place {
  path: readonly string[]
  field: string
  collection?: Collection | undefined
  names: NamesOf
  /** Says in what a drug's numbers are measured where only some of its fields are shown. */
  within: JsonObject
}

/** What a field says in one line or, of a pair, in two; null for what holds more. */
function ownLines(value: Json, place: Place): FieldLine[] | null {
  const { field, collection, names, within } = place
  const [name = '', half] = field.split('.')
  const about = saidOf(name, collection)
  const one = (words: string | null) => (words === null ? null : [{ label: labelOf(place), value: words }])
  if (about.isDay && typeof value === 'string' && LOCAL_DAY.test(value)) return one(formatDate(value))
  if (name === 'species') return one(speciesWords(value))
  if (name === 'section_key' && typeof value === 'number')
    return one(names.sectionTitle?.(value) ?? plain(value))
  if (PROTOCOLS.has(name) && typeof value === 'string')
    return one(names.protocolName?.(value) ?? text.notInLibrary)
  if (name === 'status' && collection === 'day_rows') return one(dayStatusWords(value))
  if (name === AMOUNT_UNIT) return one(unitOf(within))
  // A copy in a protocol has its species' own.
  if (name === 'limits' && isObject(value)) return one(limitsLine(value, within))
  if (name === 'reverses' && Array.isArray(value)) return reversalLines(value, place)
  const unit = unitFor(within, about.unit)
  if (half === undefined && PAIRS.includes(name) && Array.isArray(value) && value.length === 2) {
    const halves = value.map((each) => {
      if (name === 'infusion_limits') return infusionLine(each)
      return name === 'limits' ? limitsLine(each, within) : worded(each, unit)
    })
    if (halves.includes(null)) return null
    return halves.map((words, code) => ({
      label: labelOf({ ...place, field: `${name}.${code}` }),
      value: words ?? '',
    }))
  }
  return unit !== '' && typeof value === 'number' ? one(worded(value, unit)) : null
}

const labelOf = ({ path, field, collection }: Place): string =>
  [...path, field === '' ? '' : fieldWord(field, collection)].filter((word) => word !== '').join(' · ')

/** Items are known by what they are called, so that one more at the front renames none; the second of a name is '(2)'. */
function itemNames(items: readonly Json[], field: string): string[] {
  const counts = new Map<string, number>()
  return items.map((item, index) => {
    const { title_p, title, name } = fieldsOf<AnyContent | SheetSection>(item)
    const called = title_p ?? title ?? name
    if (typeof called !== 'string' || called === '')
      return `${ITEM_WORDS[field] ?? fieldWord(field)} ${index + 1}`.trim()
    const count = (counts.get(called) ?? 0) + 1
    counts.set(called, count)
    return count === 1 ? called : `${called} (${count})`
  })
}

/** A weight is nothing without its unit, and a guess says so beside it. When it was entered decides nothing. */
function withWeight(content: JsonObject): JsonObject {
  const { weighed_at: _at, ...shown } = content
  const { weight, weight_units: unit, estimated, ...rest } = shown
  const known = typeof weight === 'number' || (typeof weight === 'string' && weight !== '')
  if (!known || typeof unit !== 'string') return shown
  const said = `${formatNumber(weight)} ${unit === '-' ? text.noUnit : unit}`
  return { ...rest, weight: estimated === true ? aboutWeight(said) : said }
}

/** A row of a balance sheet has a place for everything, and most of it stays blank; the last rows do as a whole. */
function withoutBlanks(row: JsonObject): JsonObject {
  if (!('procedure_number' in row)) return row
  const said = Object.entries(row).filter(([field, value]) => !isBlankCell(field, value))
  return said.every(([field]) => field === 'kind' || field === 'empty') ? {} : Object.fromEntries(said)
}

const isBlankCell = (field: string, value: Json): boolean =>
  value === null ||
  value === '' ||
  (field === 'empty' && value === false) ||
  (field === 'procedure_number' && value === -1)

/** A number says the unit that it is in; alone, the unit is a line of its own. */
const saysUnit = (field: string, collection?: Collection) =>
  unitFor({ amount_unit: '?' }, saidOf(field.split('.')[0] ?? '', collection).unit).includes('?')
const withAmounts = (content: JsonObject, collection?: Collection): [string, Json][] => {
  const entries = Object.entries(content)
  return entries.some(([field]) => saysUnit(field, collection))
    ? entries.filter(([field]) => field !== AMOUNT_UNIT)
    : entries
}

function linesAt(value: Json, place: Place): FieldLine[] {
  const own = ownLines(value, place)
  if (own !== null) return own
  const { path, field, collection, names, within } = place
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return [
        {
          label: labelOf(place),
          value: value.map((item) => plain(item as string)).join(', ') || text.empty,
        },
      ]
    const items = itemNames(value, field)
    return value.flatMap((item, index) =>
      linesAt(item, { path: [...path, items[index] ?? ''], field: '', names, within: {} }),
    )
  }
  if (!isObject(value)) return [{ label: labelOf(place), value: plain(value) }]
  const isRecord = field === ''
  const inner = isRecord ? path : [...path, fieldWord(field, collection)].filter((word) => word !== '')
  const ofKind = isRecord ? collection : undefined
  return withAmounts(withoutBlanks(withWeight(value)), ofKind).flatMap(([key, each]) =>
    REFERENCES.includes(key)
      ? []
      : linesAt(each, {
          path: inner,
          field: key,
          collection: ofKind,
          names,
          within: isRecord ? { ...within, ...value } : value,
        }),
  )
}

/** What else is said of a content. */
export interface About extends NamesOf {
  /** Stands before each label. */
  heading?: readonly string[]
  /** The record that the content is a part of. */
  within?: JsonObject | undefined
}

/** Every value of a record's content, or of some of its fields, by its path in words; nothing that was typed is left out. */
export const recordLines = (
  collection: Collection,
  content: JsonObject,
  { heading = [], within = {}, ...names }: About = {},
): FieldLine[] => linesAt(content, { path: heading, field: '', collection, names, within })
