import { unitFor } from 'sync-protocol/records/amount-unit'
import { contentFault } from 'sync-protocol/merge/content-fault'
import { patientIn } from 'sync-protocol/records/draw'
import type { Collection } from 'sync-protocol/records/envelope'
import { isObject, sameJson, type Json, type JsonObject } from 'sync-protocol/records/json'
import { kinds, type ContentOf } from 'sync-protocol/records/kinds'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import { canStand, isPart, schemaWithin, wordsIn } from 'sync-protocol/records/schema-within'
import { WEIGHT_UNITS } from 'sync-protocol/records/sheet'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { fieldsOf, listIn, textIn } from 'sync-protocol/records/unchecked'
import { attentionText as text } from './attention-text.ts'
import { ITEM_WORDS, REFERENCES, saidOf } from './field-text.ts'
import { fieldWord } from './field-words.ts'

export type Path = readonly (string | number)[]

/** A field of a parked fact that cannot stand as it came, and can be typed anew or left out. */
export interface FaultyField {
  /** Which of the operations it is in. */
  at: number
  path: Path
  label: string
  unit: string
  /** What can be chosen, where it is one of a few, and what each stands for where that is no text: undefined for nothing. */
  values?: readonly string[]
  meant?: readonly (Json | undefined)[]
  isNumber: boolean
  /** As it came, or as that reads as one of what can be chosen. */
  typed: string
  /** What an empty field stands for, where it need not be known: undefined for nothing. */
  blank?: { value: null | undefined }
  /** Nothing can be typed that would stand: this stands in its place. */
  becomes?: { value: Json; said?: string }
  /** Nothing can be typed that would stand: no fact has such a field. */
  isLeftOut?: true
  /** More than a list can hold: so many of its items stay. */
  keeps?: number
}

/** Parts of facts that can be begun anew with a few words, and which those are. */
export const PARTS: Readonly<Record<string, { bare: JsonObject; asked: readonly string[] }>> = {
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
  /** Fields that do not exist, inside what `path` leads to. */
  keys?: readonly string[]
  /** What is wrong by each of the ways in which it may be written. */
  errors?: readonly (readonly Issue[])[]
}

/** One thing that is wrong with one of the operations. */
interface Fault {
  ops: readonly Op[]
  at: number
  op: OpOf<'create'>
  issue: Issue
  path: Path
}

export const inside = (value: Json | undefined, key: string | number): Json | undefined =>
  typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined
export const valueIn = (content: JsonObject, path: Path) => path.reduce<Json | undefined>(inside, content)
const schemaOf = (collection: Collection, path: Path) =>
  path.reduce<ReturnType<typeof schemaWithin>>(schemaWithin, kinds[collection].content)

/** 'Opioid · Butorphanol · Volume': an item is known by what it is called. */
function labelOf(content: JsonObject, path: Path, collection?: Collection): string {
  const words = path.map((key, index) => {
    const own = index === 0 ? collection : undefined
    if (typeof key === 'string') return typeof path[index + 1] === 'number' ? '' : fieldWord(key, own)
    const list = path[index - 1]
    const item = valueIn(content, path.slice(0, index + 1))
    const called = inside(item, 'title') ?? inside(item, 'name')
    const name = typeof called === 'string' && called !== '' ? called : null
    // Rows say what they are about, and many are about the same.
    if (typeof list === 'number') return [text.row(key + 1), ...(name === null ? [] : [name])].join(', ')
    return name ?? `${ITEM_WORDS[String(list)] ?? fieldWord(String(list))} ${key + 1}`
  })
  return words.filter((word) => word !== '').join(' · ')
}

const words = (value: Json | undefined) =>
  typeof value === 'object' || value === undefined ? '' : String(value)
/** What nobody types anew, as it came. */
const asCame = (value: Json | undefined) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : words(value)

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

const plainField = (at: number, op: OpOf<'create'>, path: Path): FaultyField => ({
  at,
  path,
  label: `${factName(op)} · ${labelOf(op.content, path, op.collection)}`,
  unit: '',
  isNumber: false,
  typed: words(valueIn(op.content, path)),
})

type Choices = Pick<FaultyField, 'values' | 'meant'> & { typed?: string }

/** The sheets that were saved with a draw: it belongs to one of them. */
const sheetsIn = (ops: readonly Op[]) =>
  ops.flatMap((op) =>
    op.op === 'create' && op.collection === 'sheets'
      ? [{ said: text.sheetOf(textIn(fieldsOf<ContentOf<'sheets'>>(op.content).name)), id: op._id }]
      : [],
  )

/** A balance sheet that names the ones that it was made of is a combined one. */
const combinesOthers = (content: JsonObject) =>
  listIn(fieldsOf<ContentOf<'balances'>>(content).combined_ids).length > 0

const YES: readonly (Json | undefined)[] = [true, 'true', 'yes', 1, '1']
const NO: readonly (Json | undefined)[] = [false, 'false', 'no', 0, '0', null, undefined]

/** What is chosen by its name: some of it stands for no text. */
function choicesFor({ ops, op: { collection, content }, path }: Fault): Choices | null {
  const last = path.at(-1)
  const schema = schemaOf(collection, path)
  const value = valueIn(content, path)
  const mayLack = canStand(schema, undefined)
  const ofTheseThatStand = (choices: readonly (readonly [said: string, meant: Json | undefined])[]) => {
    const can = choices.filter(([, meant]) => canStand(schema, meant))
    return { values: can.map(([said]) => said), meant: can.map(([, meant]) => meant) }
  }
  if (last === 'species')
    return ofTheseThatStand([
      ...text.speciesNames.map((said, code) => [said, code] as const),
      [text.noPatient, ''],
    ])
  if (collection === 'draws' && last === 'sheet_id')
    return ofTheseThatStand([
      [text.noSheet, '-'],
      ...sheetsIn(ops).map(({ said, id }) => [said, id] as const),
    ])
  if (canStand(schema, true)) {
    const mayBeNo = canStand(schema, false)
    const said = typeof value === 'string' ? value.trim().toLowerCase() : value
    const isAbsent = value === null || value === undefined
    return {
      ...ofTheseThatStand([
        [text.answerYes, true],
        [text.answerNo, mayBeNo ? false : undefined],
        ...(mayLack && mayBeNo ? [[text.notRecorded, undefined] as const] : []),
      ]),
      typed: YES.includes(isAbsent && last === 'combined' ? combinesOthers(content) : said)
        ? text.answerYes
        : isAbsent && mayLack && mayBeNo
          ? text.notRecorded
          : NO.includes(said)
            ? text.answerNo
            : '',
    }
  }
  const chosen = wordsIn(schema)
  if (chosen.length === 0) return null
  return mayLack
    ? { values: [...chosen, text.notRecorded], meant: [...chosen, undefined] }
    : { values: chosen }
}

const ANY_ID = '00000000-0000-7000-8000-000000000000'

/** The name of another record: nobody types it. */
const isReference = ({ op, path }: Fault) =>
  REFERENCES.includes(String(path.at(-1))) ||
  (canStand(schemaOf(op.collection, path), ANY_ID) && !canStand(schemaOf(op.collection, path), 'x'))

/** What is not typed may be meant, and only be written in another way; null where it is not. */
function otherWriting({ at, op, path }: Fault): FaultyField | null {
  const value = valueIn(op.content, path)
  if (typeof value !== 'string' || value.trim() === '') return null
  const meant = [value.trim().toLowerCase(), Number(value)]
  const found = meant.find((each) => canStand(schemaOf(op.collection, path), each))
  return found === undefined ? null : { ...plainField(at, op, path), becomes: { value: found } }
}

/** A tap of a code is of that of its sheet, or else of a code of its own, with those of the same change that named the same. */
function codeOf({ ops, at, op, path }: Fault): FaultyField | null {
  if (op.collection !== 'code_events' || path.join('.') !== 'code_id') return null
  const { code_id, sheet_id } = fieldsOf<ContentOf<'code_events'>>(op.content)
  const ofSheet =
    typeof sheet_id === 'string' && canStand(schemaOf(op.collection, ['sheet_id']), sheet_id)
      ? { value: codeIdOf(sheet_id), said: text.codeOfSheet }
      : null
  const namesTheSame = (other: Op) =>
    other.op === 'create' &&
    other.collection === op.collection &&
    sameJson(fieldsOf<ContentOf<'code_events'>>(other.content).code_id, code_id)
  const first = ops.find(namesTheSame) ?? op
  const own = { value: derivedId(first._id, 'code'), said: text.codeOfItsOwn }
  return { ...plainField(at, op, path), typed: asCame(code_id), becomes: ofSheet ?? own }
}

/** A text, a number or a choice that is made anew; null for what nobody types. */
function fieldOf(fault: Fault): FaultyField | null {
  const { at, op, path } = fault
  const { content, collection } = op
  const meant = isReference(fault) ? otherWriting(fault) : null
  if (meant !== null) return meant
  const plain = plainField(at, op, path)
  const choices = choicesFor(fault)
  if (choices !== null) return { ...plain, ...choices }
  const schema = schemaOf(collection, path)
  if (schema === undefined || isPart(schema) || isReference(fault)) return null
  const last = String(path.at(-1))
  // A unit that cannot stand either is chosen anew below: the weight is in that one.
  const { weight_units } = fieldsOf<ContentOf<'sheets'>>(content)
  const units = WEIGHT_UNITS.find((unit) => unit === weight_units) ?? ''
  const holder = valueIn(content, path.slice(0, -1))
  const blanks = [undefined, null].filter((value) => canStand(schema, value))
  return {
    ...plain,
    unit:
      last === 'weight'
        ? units
        : last === 'day'
          ? text.dayAsTyped
          : unitFor({ ...(holder as object | undefined) }, saidOf(last).unit),
    isNumber: canStand(schema, 1),
    ...(blanks.length > 0 && !canStand(schema, '') && { blank: { value: blanks[0] } }),
  }
}

/** A part of which nothing can stand is asked for by the few words that it needs; null where it is no such part. */
function partOf(fault: Fault): FaultyField[] | null {
  const { issue, path } = fault
  const part = PARTS[String(path.at(-1) ?? '')]
  if (part === undefined || issue.expected !== 'object' || path.length !== 1) return null
  return part.asked.flatMap((name) => {
    const inner = [...path, name]
    return (
      fieldOf({ ...fault, issue: { code: 'invalid_type', expected: 'string', path: inner }, path: inner }) ??
      []
    )
  })
}

/** Of a list what it cannot hold, or an item of it that holds nothing; null for what is no list. */
function surplusOf({ at, op, issue, path }: Fault): FaultyField | null {
  const list = valueIn(op.content, path)
  if (issue.origin !== 'array' || !Array.isArray(list)) return null
  const isTooLong = issue.code === 'too_big' && typeof issue.maximum === 'number'
  const holder = path.slice(0, -1)
  if (!isTooLong && typeof holder.at(-1) !== 'number') return null
  return {
    ...plainField(at, op, isTooLong ? path : holder),
    typed: isTooLong ? text.moreThan(Number(issue.maximum), list.length) : text.holdsNothing,
    isLeftOut: true,
    ...(isTooLong && { keeps: Number(issue.maximum) }),
  }
}

/** A list of words that must say something: one of them is asked for, so that what stands beside it is not lost. */
function entryOf({ at, op, path }: Fault): FaultyField | null {
  const schema = schemaOf(op.collection, path)
  const list = valueIn(op.content, path)
  if (canStand(schema, []) || !canStand(schema, ['x']) || (Array.isArray(list) && list.length > 0))
    return null
  return { ...plainField(at, op, [...path, 0]), label: plainField(at, op, path).label, typed: words(list) }
}

type WayOut = Pick<FaultyField, 'isLeftOut' | 'becomes'>

/** What can be done with what stands here and cannot be typed. */
function wayOut({ collection, content }: OpOf<'create'>, path: Path): WayOut | null {
  const schema = schemaOf(collection, path)
  if (schema === undefined) return null
  if (typeof path.at(-1) === 'number') {
    const list = valueIn(content, path.slice(0, -1))
    const isItem = (item: Json) =>
      !isPart(schema) || (schemaWithin(schema, 0) === undefined ? isObject(item) : Array.isArray(item))
    const rest = Array.isArray(list) ? list.filter(isItem) : []
    const isEnough = rest.length > 0 || canStand(schemaOf(collection, path.slice(0, -1)), [])
    return isEnough ? { isLeftOut: true } : null
  }
  if (canStand(schema, undefined)) return { isLeftOut: true }
  const held = valueIn(content, path)
  for (const value of [null, ...(held === undefined ? [] : [[held]]), []])
    if (canStand(schema, value)) return { becomes: { value } }
  return null
}

/** What nobody can type goes, or a list is without entries: as little of what is around it as can. */
function goneOf({ at, op, path }: Fault): FaultyField | null {
  for (let length = path.length; length > 0; length--) {
    const here = path.slice(0, length)
    const way = wayOut(op, here)
    if (way !== null) return { ...plainField(at, op, here), typed: asCame(valueIn(op.content, here)), ...way }
  }
  return null
}

const pathOf = ({ path }: Issue): Path => path.map((key) => (typeof key === 'number' ? key : String(key)))

const unknownFields = ({ at, op, path }: Fault, keys: readonly string[]): FaultyField[] =>
  keys.map((key) => {
    const here = [...path, key]
    const label = `${factName(op)} · ${labelOf(op.content, here)}`
    return { ...plainField(at, op, here), label, typed: asCame(valueIn(op.content, here)), isLeftOut: true }
  })

/** Of what may be written as a text or with fields of its own: what is wrong with the fields, where it has any beside its name. */
function innerIssues({ op, issue, path }: Fault): Issue[] | null {
  const value = valueIn(op.content, path)
  if (!isObject(value) || Object.keys(value).length < 2) return null
  const within = issue.errors?.find((each) => each.every((inner) => inner.path.length > 0))
  return within?.map((inner) => ({ ...inner, path: [...path, ...inner.path] })) ?? null
}

function fieldsFor(fault: Fault): (FaultyField | null)[] {
  const { issue } = fault
  if (issue.keys !== undefined) return unknownFields(fault, issue.keys)
  const within = innerIssues(fault)
  if (within !== null)
    return within.flatMap((inner) => fieldsFor({ ...fault, issue: inner, path: pathOf(inner) }))
  return (
    partOf(fault) ?? [surplusOf(fault) ?? entryOf(fault) ?? fieldOf(fault) ?? codeOf(fault) ?? goneOf(fault)]
  )
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

/** One field may be wrong in several ways, and is asked for once. */
const isFirst = (field: FaultyField, index: number, all: readonly FaultyField[]) =>
  all.findIndex(({ at, path }) => at === field.at && path.join('.') === field.path.join('.')) === index

/** All that is wrong with the facts of a parked change; null where not all of it can be mended, or nothing is wrong. */
export function faultyFields(ops: readonly Op[]): FaultyField[] | null {
  const found = ops.flatMap((op, at) => {
    if (op.op !== 'create' || contentFault(op.collection, op.content) === null) return []
    const kind = kinds[op.collection]
    const issues: readonly Issue[] | undefined =
      kind.sort === 'fact' ? kind.content.safeParse(op.content).error?.issues : undefined
    return issues?.flatMap((issue) => fieldsFor({ ops, at, op, issue, path: pathOf(issue) })) ?? [null]
  })
  const fields = found.filter((field) => field !== null)
  if (fields.length === 0 || fields.length < found.length) return null
  return fields.filter(isFirst).filter(isNotGoneWith(fields))
}
