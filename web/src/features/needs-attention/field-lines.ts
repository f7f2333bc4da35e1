import { unitFor, unitOf } from 'sync-protocol/records/amount-unit'
import { doseLimits } from 'sync-protocol/records/drug'
import { isObject, type Json, type JsonObject } from 'sync-protocol/records/json'
import type { AnyContent } from 'sync-protocol/records/kinds'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { limitsWords } from 'sync-protocol/rules/dose-limits'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { attentionText as text } from './attention-text.ts'
import { DAYS, ITEM_WORDS, REFERENCES, UNITS } from './field-text.ts'
import { fieldWord, PAIRS } from './field-words.ts'

export interface FieldLine {
  label: string
  value: string
}

/** The plural title of the drug section of this key, where it is known. */
export type SectionTitle = (key: number) => string | undefined

type SheetSection = SheetContent['anesthesia_protocol']['sections'][number]
const NOT_USED = -1
const AMOUNT_UNIT = 'amount_unit'
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

function speciesWords(value: Json): string | null {
  const codes = Array.isArray(value) ? value : [value]
  const names = codes.flatMap((code) => (typeof code === 'number' ? (text.species[code] ?? []) : []))
  return names.length > 0 && names.length === codes.length ? names.join(', ') : null
}

/** What a field says in one line or, of a pair, in two; null for what holds more. */
function ownLines(
  value: Json,
  path: readonly string[],
  field: string,
  sectionTitle: SectionTitle,
  within: JsonObject,
): FieldLine[] | null {
  const [name = '', half] = field.split('.')
  const one = (said: string | null) => (said === null ? null : [{ label: labelOf(path, field), value: said }])
  if (DAYS.includes(name) && typeof value === 'string' && LOCAL_DAY.test(value)) return one(formatDate(value))
  if (name === 'species') return one(speciesWords(value))
  if (name === 'section_key' && typeof value === 'number') return one(sectionTitle(value) ?? plain(value))
  if (name === AMOUNT_UNIT) return one(unitOf(within))
  const unit = unitFor(within, UNITS[name] ?? '')
  if (half === undefined && PAIRS.includes(name) && Array.isArray(value) && value.length === 2) {
    const halves = value.map((each) => (name === 'limits' ? limitsLine(each, within) : worded(each, unit)))
    if (halves.includes(null)) return null
    return halves.map((said, code) => ({ label: labelOf(path, `${name}.${code}`), value: said ?? '' }))
  }
  return unit !== '' && typeof value === 'number' ? one(worded(value, unit)) : null
}

const labelOf = (path: readonly string[], field: string): string =>
  [...path, field === '' ? '' : fieldWord(field)].filter((word) => word !== '').join(' · ')

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

/** A weight is nothing without its unit. */
function withWeight(content: JsonObject): JsonObject {
  const { weight, weight_units: unit, ...rest } = content
  const known = typeof weight === 'number' || (typeof weight === 'string' && weight !== '')
  if (!known || typeof unit !== 'string') return content
  const said = unit === '-' ? text.noUnit : unit
  return { ...rest, weight: `${formatNumber(weight)} ${said}` }
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
const saysUnit = (field: string) =>
  unitFor({ amount_unit: '?' }, UNITS[field.split('.')[0] ?? ''] ?? '').includes('?')
const withAmounts = (content: JsonObject): [string, Json][] => {
  const entries = Object.entries(content)
  return entries.some(([field]) => saysUnit(field))
    ? entries.filter(([field]) => field !== AMOUNT_UNIT)
    : entries
}

/**
 * Every value of a content, by its path in words; nothing that was typed is left out. `within` says in what a drug's numbers are
 * measured where `value` holds only some of its fields.
 */
export function fieldLines(
  value: Json,
  path: readonly string[] = [],
  field = '',
  sectionTitle: SectionTitle = () => undefined,
  within: JsonObject = {},
): FieldLine[] {
  const own = ownLines(value, path, field, sectionTitle, within)
  if (own !== null) return own
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return [
        {
          label: labelOf(path, field),
          value: value.map((item) => plain(item as string)).join(', ') || text.empty,
        },
      ]
    const names = itemNames(value, field)
    return value.flatMap((item, index) => fieldLines(item, [...path, names[index] ?? ''], '', sectionTitle))
  }
  if (isObject(value)) {
    const inner = field === '' ? path : [...path, fieldWord(field)].filter((word) => word !== '')
    const drug = field === '' ? { ...within, ...value } : value
    return withAmounts(withoutBlanks(withWeight(value))).flatMap(([key, each]) =>
      REFERENCES.includes(key) ? [] : fieldLines(each, inner, key, sectionTitle, drug),
    )
  }
  return [{ label: labelOf(path, field), value: plain(value) }]
}
