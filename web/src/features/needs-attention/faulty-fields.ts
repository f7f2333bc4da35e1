import { unitFor } from 'sync-protocol/records/amount-unit'
import { contentFault } from 'sync-protocol/merge/content-fault'
import { patientIn } from 'sync-protocol/records/draw'
import type { Collection } from 'sync-protocol/records/envelope'
import type { Json, JsonObject } from 'sync-protocol/records/json'
import { kinds, type ContentOf } from 'sync-protocol/records/kinds'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { WEIGHT_UNITS } from 'sync-protocol/records/sheet'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { numberOf, readNumber } from 'sync-protocol/rules/number-input'
import { attentionText as text } from './attention-text.ts'
import { REFERENCES, saidOf } from './field-text.ts'
import { fieldWord } from './field-words.ts'

type Path = readonly (string | number)[]

/** A field of a parked fact that cannot stand as it came, and can be typed anew or left out. */
export interface FaultyField {
  /** Which of the operations it is in. */
  at: number
  path: Path
  label: string
  unit: string
  /** What can be chosen, where it is one of a few, and what each stands for where that is no text. */
  values?: readonly string[]
  meant?: readonly Json[]
  isNumber: boolean
  /** As it came. */
  typed: string
  /** Nothing can be typed that would stand: no fact has such a field. */
  isLeftOut?: true
  /** More than a list can hold: so many of its items stay. */
  keeps?: number
}

/** Parts of facts that can be begun anew with a few words, and which those are. */
const PARTS: Readonly<Record<string, { bare: JsonObject; asked: readonly string[] }>> = {
  anesthesia_protocol: { bare: { name: '', sections: [], fluids: [] }, asked: ['name'] },
  sheet_data: {
    bare: { patient_name: '', reason: '', species: -1 },
    asked: ['patient_name', 'reason', 'species'],
  },
}

interface Issue {
  code: string
  path: readonly PropertyKey[]
  expected?: string
  origin?: string
  maximum?: unknown
  values?: readonly unknown[]
  /** Fields that do not exist, inside what `path` leads to. */
  keys?: readonly string[]
}

const inside = (value: Json | undefined, key: string | number): Json | undefined =>
  typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined
const valueIn = (content: JsonObject, path: Path) => path.reduce<Json | undefined>(inside, content)

/** 'Opioid · Butorphanol · Volume': an item is known by what it is called. */
function labelOf(content: JsonObject, path: Path, collection?: Collection): string {
  const words = path.map((key, index) => {
    const own = index === 0 ? collection : undefined
    if (typeof key === 'string') return typeof path[index + 1] === 'number' ? '' : fieldWord(key, own)
    const item = valueIn(content, path.slice(0, index + 1))
    const called = inside(item, 'title') ?? inside(item, 'name')
    return typeof called === 'string' && called !== ''
      ? called
      : `${fieldWord(String(path[index - 1]))} ${key + 1}`
  })
  return words.filter((word) => word !== '').join(' · ')
}

const words = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Of several draws each is told by its drug and its patient: their volumes must not be taken for each other. */
function factName({ collection, content }: OpOf<'create'>): string {
  const noun = text.noun(collection)
  if (collection !== 'draws') return noun
  const { drug_name, drug_concentration } = fieldsOf<ContentOf<'draws'>>(content)
  const [drug, strength] = [words(drug_name).trim(), words(drug_concentration).trim()]
  const patient = words(patientIn(content).patient_name).trim()
  return [
    drug === '' ? noun : strength === '' ? drug : `${drug} ${strength} mg/ml`,
    ...(patient === '' ? [] : [patient]),
  ].join(', ')
}

const isText = ({ code, expected, origin }: Issue, value: Json | undefined) =>
  [expected, origin].includes('string') || (code === 'custom' && typeof value === 'string')

/** What is chosen by its name, and stands for a number or for none. */
function choicesFor(last: string, collection: Collection): Pick<FaultyField, 'values' | 'meant'> | null {
  if (last === 'species') return { values: text.speciesNames, meant: [0, 1, 2] }
  return collection === 'draws' && last === 'sheet_id' ? { values: [text.noSheet], meant: ['-'] } : null
}

/** Null for what nobody types: a part that is missing as a whole, or the name of another record. */
function fieldOf(at: number, op: OpOf<'create'>, issue: Issue): FaultyField | null {
  const { content } = op
  const path = pathOf(issue)
  const value = valueIn(content, path)
  // A unit that cannot stand either is chosen anew below: the weight is in that one.
  const { weight_units } = fieldsOf<ContentOf<'sheets'>>(content)
  const units = WEIGHT_UNITS.find((unit) => unit === weight_units) ?? ''
  const last = String(path.at(-1) ?? '')
  const values =
    issue.code === 'invalid_value' ? (issue.values ?? []).filter((one) => typeof one === 'string') : []
  const isNumber = [issue.expected, issue.origin].includes('number')
  const label = `${factName(op)} · ${labelOf(content, path, op.collection)}`
  const choices = choicesFor(last, op.collection)
  if (choices !== null) return { at, path, label, unit: '', isNumber: false, typed: words(value), ...choices }
  const plain = { at, path, label, unit: '', isNumber: false, typed: words(value) }
  const isOwnPart = op.collection === 'sheets' && path.length === 1
  if (isOwnPart && last === 'procedure') return plain
  if (isOwnPart && last === 'emergency_protocol' && issue.expected === 'object')
    return { ...plain, isLeftOut: true }
  if (typeof value === 'object' && value !== null) return null
  if (REFERENCES.includes(last) || !(values.length > 0 || isNumber || isText(issue, value))) return null
  return {
    at,
    path,
    label,
    unit:
      last === 'weight'
        ? units
        : last === 'day'
          ? text.dayAsTyped
          : unitFor({ ...(valueIn(content, path.slice(0, -1)) as object | undefined) }, saidOf(last).unit),
    ...(values.length > 0 && { values }),
    isNumber,
    typed: words(value),
  }
}

/** A part of which nothing can stand is asked for by the few words that it needs; null where it is no such part. */
function partOf(at: number, op: OpOf<'create'>, issue: Issue): FaultyField[] | null {
  const path = pathOf(issue)
  const part = PARTS[String(path.at(-1) ?? '')]
  if (part === undefined || issue.expected !== 'object' || path.length !== 1) return null
  return part.asked.flatMap((name) => {
    const inner: Issue = { code: 'invalid_type', expected: 'string', path: [...path, name] }
    return fieldOf(at, op, inner) ?? []
  })
}

/** Of a list what it cannot hold, or an item of it that holds nothing; null for what is no list. */
function surplusOf(at: number, op: OpOf<'create'>, issue: Issue): FaultyField | null {
  const path = pathOf(issue)
  const list = valueIn(op.content, path)
  if (issue.origin !== 'array' || !Array.isArray(list)) return null
  const isTooLong = issue.code === 'too_big' && typeof issue.maximum === 'number'
  const holder = path.slice(0, -1)
  if (!isTooLong && typeof holder.at(-1) !== 'number') return null
  return {
    at,
    path: isTooLong ? path : holder,
    label: `${factName(op)} · ${labelOf(op.content, isTooLong ? path : holder, op.collection)}`,
    unit: '',
    isNumber: false,
    typed: isTooLong ? text.moreThan(Number(issue.maximum), list.length) : text.holdsNothing,
    isLeftOut: true,
    ...(isTooLong && { keeps: Number(issue.maximum) }),
  }
}

const pathOf = ({ path }: Issue): Path => path.map((key) => (typeof key === 'number' ? key : String(key)))

function unknownFields(at: number, op: OpOf<'create'>, issue: Issue, keys: readonly string[]): FaultyField[] {
  return keys.map((key) => {
    const path = [...pathOf(issue), key]
    const value = valueIn(op.content, path)
    return {
      at,
      path,
      label: `${factName(op)} · ${labelOf(op.content, path)}`,
      unit: '',
      isNumber: false,
      typed: typeof value === 'string' ? value : JSON.stringify(value),
      isLeftOut: true,
    }
  })
}

const GENERAL = /^This field (?=must|is)/

/** The server's word about a field, which calls it 'This field', by the name that the field has on the card. */
export function namingField(message: string, field: string | undefined, ops: readonly Op[]): string {
  if (field === undefined || !GENERAL.test(message)) return message
  const path = field.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
  const holds = (op: Op) => op.op === 'create' && contentFault(op.collection, op.content)?.field === field
  const op = ops.find(holds) ?? ops[0]
  const content = op !== undefined && 'content' in op ? op.content : {}
  const label = labelOf(content, path, op?.collection)
  return label === '' ? message : message.replace(GENERAL, `${label} `)
}

/** Nobody is asked about what lies in something that goes as a whole. */
const isNotGoneWith = (fields: readonly FaultyField[]) => (field: FaultyField) =>
  fields.every(
    ({ at, path, isLeftOut, keeps }) =>
      !isLeftOut ||
      keeps !== undefined ||
      at !== field.at ||
      path.length >= field.path.length ||
      path.some((key, index) => key !== field.path[index]),
  )

/** All that is wrong with the facts of a parked change; null where not all of it can be mended, or nothing is wrong. */
export function faultyFields(ops: readonly Op[]): FaultyField[] | null {
  const found = ops.flatMap((op, at) => {
    if (op.op !== 'create' || contentFault(op.collection, op.content) === null) return []
    const kind = kinds[op.collection]
    const issues = kind.sort === 'fact' ? kind.content.safeParse(op.content).error?.issues : undefined
    const fieldsFor = (issue: Issue) =>
      issue.keys !== undefined
        ? unknownFields(at, op, issue, issue.keys)
        : (partOf(at, op, issue) ?? [surplusOf(at, op, issue) ?? fieldOf(at, op, issue)])
    return issues?.flatMap(fieldsFor) ?? [null]
  })
  const fields = found.filter((field) => field !== null)
  return fields.length === 0 || fields.length < found.length ? null : fields.filter(isNotGoneWith(fields))
}

function withValue(value: Json | undefined, [key, ...rest]: Path, next: Json): Json {
  if (key === undefined) return next
  const held = inside(value, key)
  const isHeld = rest.length === 0 || (typeof held === 'object' && held !== null)
  const inner = withValue(isHeld ? held : PARTS[key]?.bare, rest, next)
  if (Array.isArray(value)) return value.map((each, index) => (index === key ? inner : each))
  return { ...(value as JsonObject), [key]: inner }
}

function without(value: Json | undefined, [key, ...rest]: Path): Json {
  if (key !== undefined && rest.length > 0) return withValue(value, [key], without(inside(value, key), rest))
  if (Array.isArray(value)) return value.filter((_, index) => index !== key)
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([each]) => each !== key))
}

/** The later place first. */
function byPlace(a: Path, b: Path): number {
  const at = a.findIndex((key, index) => key !== b[index])
  const [one, other] = [a[at], b[at]]
  if (typeof one === 'number' && typeof other === 'number') return other - one
  return String(one ?? '') < String(other ?? '') ? 1 : -1
}

/** What goes does so last, and the later item of a list first: until then each is found where it was. */
const inOrder = (fields: readonly FaultyField[]): number[] => {
  const all = [...fields.entries()]
  const goes = all.filter(([, { isLeftOut }]) => isLeftOut).sort(([, a], [, b]) => byPlace(a.path, b.path))
  return [...all.filter(([, { isLeftOut }]) => !isLeftOut), ...goes].map(([index]) => index)
}

function mended(content: Json, field: FaultyField, value: Json): Json {
  const { path, isLeftOut, keeps } = field
  const list = keeps === undefined ? undefined : valueIn(content as JsonObject, path)
  if (Array.isArray(list)) return withValue(content, path, list.slice(0, keeps))
  return isLeftOut ? without(content, path) : withValue(content, path, value)
}

/**
 * The operations with these fields as they are typed now, and all else as it came; or what is wrong with the first field that
 * still cannot stand.
 */
export function withTyped(
  ops: readonly Op[],
  fields: readonly FaultyField[],
  typed: readonly string[],
): { ops: Op[] } | { field: number; message: string } {
  const read = fields.map(({ isNumber, values, meant }, index): Json => {
    const said = typed[index] ?? ''
    const chosen = meant?.[values?.indexOf(said) ?? -1]
    if (chosen !== undefined) return chosen
    const number = isNumber ? readNumber(said) : 'empty'
    return typeof number === 'string' ? said : numberOf(number)
  })
  const order = inOrder(fields)
  const next = ops.map((op, at) => {
    if (op.op !== 'create') return op
    const content = order.reduce<Json>((now, index) => {
      const field = fields[index]
      return field?.at === at ? mended(now, field, read[index] ?? '') : now
    }, op.content)
    return { ...op, content: content as JsonObject }
  })
  for (const [at, op] of next.entries()) {
    const fault = op.op === 'create' ? contentFault(op.collection, op.content) : null
    if (fault === null) continue
    const field = fields.findIndex((each) => each.at === at && each.path.join('.') === fault.field)
    const chosen = fields[field]?.values !== undefined
    return { field: Math.max(0, field), message: chosen ? text.chooseOne : fault.message }
  }
  return { ops: next }
}
