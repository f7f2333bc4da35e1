import { contentFault } from 'sync-protocol/merge/content-fault'
import type { Species } from 'sync-protocol/records/fields'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { numberOf, readNumber } from 'sync-protocol/rules/number-input'
import { WEIGHT_BANDS } from 'sync-protocol/rules/weight-guard'
import type { DayRow } from '../../data/view/day-rows.ts'
import { unusualWeight, type UnusualWeight } from '../../records/unusual-weight.ts'
import type { NewRow } from './day-actions.ts'
import { pasteText as text } from './paste-text.ts'

/** What a column can hold, in the order in which it is offered. */
export const COLUMNS = [
  'name',
  'species',
  'weight',
  'weight_units',
  'line',
  'procedure',
  'sex',
  'age',
  'patient_id',
  'cage',
  'owner',
  'risk',
] as const
export type Column = (typeof COLUMNS)[number]

/** A pasted list until it is added. */
export interface Paste {
  cells: readonly (readonly string[])[]
  /** What each column holds; null for one that is left out. */
  columns: readonly (Column | null)[]
  /** Rows, by their places, that are not to be added. */
  left: readonly number[]
  /** Of every patient of whom the list does not say it. */
  species: '' | '0' | '1'
  units: '' | WeightUnit
}

/** A cell that cannot be taken as it stands. `column` is null where the list has no such column. */
export interface Doubt {
  column: number | null
  message: string
}

export interface PastedRow {
  /** The patient, as it would be added; null with doubts. */
  row: NewRow | null
  doubts: readonly Doubt[]
  /** A patient of this name is on the day's list already. */
  isListed: boolean
  /** All but its number stands in a row above. */
  isRepeated: boolean
  /** What is unusual about its weight; it stops nobody. */
  unusual: UnusualWeight | null
}

const WORDS: Readonly<Record<Exclude<Column, 'weight'>, readonly string[]>> = {
  name: ['name', 'patient', 'patient name', 'animal', 'animal name', 'pet', 'pet name'],
  line: ['number', 'no', 'nr', '#', 'line', 'order'],
  species: ['species', 'kind', 'type', 'animal type'],
  weight_units: ['unit', 'units', 'weight unit', 'weight units'],
  procedure: ['procedure', 'procedures', 'surgery', 'operation'],
  sex: ['sex', 'gender'],
  age: ['age'],
  patient_id: ['id', 'patient id', 'animal id', 'patient number', 'chart', 'chart number'],
  cage: ['cage', 'kennel', 'cage number', 'kennel number'],
  owner: ['owner', 'owner name', 'client', 'client name', 'rescue', 'trapper'],
  risk: ['risk', 'risks', 'alert', 'alerts', 'warning', 'warnings', 'note', 'notes', 'comment', 'comments'],
}
const COLUMN_OF = new Map(
  Object.entries(WORDS).flatMap(([column, words]) => words.map((word) => [word, column as Column] as const)),
)
const WEIGHT = /^(?:(?:weight|wt|body ?weight|bw)(?: in)?)? ?(kgs?|kilograms?|lbs?|pounds?)?$/

const unitOf = (word: string): WeightUnit | null => {
  if (/^(kgs?|kilograms?)$/i.test(word)) return 'kg'
  return /^(lbs?|pounds?)$/i.test(word) ? 'lb' : null
}

/** What a header says of its column; null for words that say nothing here. */
function headed(cell: string): { column: Column; units?: WeightUnit } | null {
  const said = cell
    .toLowerCase()
    .replaceAll(/[^a-z0-9#]+/g, ' ')
    .trim()
  const column = COLUMN_OF.get(said)
  if (column !== undefined) return { column }
  const weight = said === '' ? null : WEIGHT.exec(said)
  if (weight === null) return null
  const units = unitOf(weight[1] ?? '')
  return { column: 'weight', ...(units && { units }) }
}

const SPECIES: Readonly<Record<string, Species>> = {
  dog: 0,
  dogs: 0,
  canine: 0,
  puppy: 0,
  k9: 0,
  cat: 1,
  cats: 1,
  feline: 1,
  kitten: 1,
}
const speciesIn = (cell: string): Species | undefined => SPECIES[cell.toLowerCase()]

const sameName = (one: string, other: string) =>
  one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'accent' }) === 0

/** The table as it was pasted, with what its columns seem to hold. Only a header says that a column holds weights. */
export function startPaste(
  table: readonly (readonly string[])[],
  rows: readonly DayRow[],
  day: string,
): Paste {
  const [first = [], ...rest] = table
  const heads = first.map(headed)
  const filled = first.filter((cell) => cell !== '').length
  const hasHeader = heads.filter((head) => head !== null).length * 2 >= filled && filled > 0
  const cells = hasHeader ? rest : table
  const columns = hasHeader ? onlyOnce(heads.map((head) => head?.column ?? null)) : guessed(cells)
  const weight = heads[columns.indexOf('weight')]
  const units = (hasHeader && columns.includes('weight') && weight?.units) || ''
  const paste: Paste = { cells, columns, left: [], species: '', units }
  // The same list pasted once more adds nobody twice.
  const left = readPaste(paste, rows, day).flatMap(({ isListed, isRepeated }, at) =>
    isListed || isRepeated ? [at] : [],
  )
  return { ...paste, left }
}

/** The first column that says so holds it. */
const onlyOnce = (columns: readonly (Column | null)[]): (Column | null)[] =>
  columns.map((column, at) => (columns.indexOf(column) === at ? column : null))

/** Of a list without a header: the species can be told, and the first other words are names. */
function guessed(cells: readonly (readonly string[])[]): (Column | null)[] {
  const width = cells[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => cells.map((row) => row[at] ?? ''))
  const isSpecies = columns.map((column) =>
    column.every((cell) => cell === '' || speciesIn(cell) !== undefined),
  )
  const species = isSpecies.indexOf(true)
  const name = columns.findIndex(
    (column, at) => at !== species && column.some((cell) => /\p{L}{2}/u.test(cell)),
  )
  return columns.map((_, at) => (at === name ? 'name' : at === species ? 'species' : null))
}

/** The column is this one from now on, and no other is. */
export const columnIs = (paste: Paste, at: number, column: Column | null): Paste => ({
  ...paste,
  columns: paste.columns.map((before, place) => (place === at ? column : before === column ? null : before)),
})

export const cellIs = (paste: Paste, row: number, at: number, cell: string): Paste => ({
  ...paste,
  cells: paste.cells.map((before, place) => (place === row ? before.with(at, cell) : before)),
})

const BESIDE = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i

/** '12.5 kg' in its two parts; null for what is not written so. */
function apart(cell: string): [string, string] | null {
  const [, number = '', unit = ''] = BESIDE.exec(cell.trim()) ?? []
  return unitOf(unit) === null ? null : [number, unit]
}

/** How many weights have their unit beside the number, where no column has it. */
export function unitsBeside({ cells, columns, left }: Paste): number {
  const at = columns.indexOf('weight')
  if (at === -1 || columns.includes('weight_units')) return 0
  return cells.filter((row, place) => !left.includes(place) && apart(row[at] ?? '') !== null).length
}

/** Whether splitting would mend this cell. */
export const isUnitBeside = ({ columns }: Paste, place: number, cell: string): boolean =>
  columns[place] === 'weight' && !columns.includes('weight_units') && apart(cell) !== null

/** With the units in a column of their own: only where somebody asks for it. */
export function withUnitsApart(paste: Paste): Paste {
  const at = paste.columns.indexOf('weight')
  return {
    ...paste,
    columns: paste.columns.toSpliced(at + 1, 0, 'weight_units'),
    cells: paste.cells.map((row) => {
      const weight = row[at] ?? ''
      return row.toSpliced(at, 1, ...(apart(weight) ?? [weight, '']))
    }),
  }
}

/** Its rows as the patients that they would become on `day`. Whoever asks which species or unit it is has no row yet. */
export function readPaste(
  paste: Paste,
  rows: readonly DayRow[],
  day: string,
  bands = WEIGHT_BANDS,
): PastedRow[] {
  const above = new Set<string>()
  return paste.cells.map((cells) => {
    const isRepeated = isAmong(above, withoutNumber(paste, cells))
    const doubts: Doubt[] = []
    const cellOf = (column: Column): string => cells[paste.columns.indexOf(column)]?.trim() ?? ''
    const placeOf = (column: Column): number | null => {
      const at = paste.columns.indexOf(column)
      return at === -1 ? null : at
    }
    const doubt = (column: Column, message: string) => doubts.push({ column: placeOf(column), message })

    const species = speciesOf(cellOf('species'), paste.species)
    if (typeof species === 'string') doubt('species', species)
    const weight = weightOf(cellOf('weight'), cellOf('weight_units'), paste.units)
    if ('message' in weight) doubt(weight.column, weight.message)
    const said = COLUMNS.filter((column) => !READ_APART.has(column)).flatMap((column) =>
      cellOf(column) === '' ? [] : [[column, cellOf(column)] as const],
    )
    const name = cellOf('name')
    if (name === '') doubt('name', text.needName)
    const row = {
      day,
      status: 'listed',
      name,
      species: species === 1 ? 1 : 0,
      ...Object.fromEntries(said),
      ...('weight' in weight && weight),
    } as NewRow
    const fault = name === '' ? null : contentFault('day_rows', { order: '1', ...row })
    if (fault !== null) {
      const column = COLUMNS.find((one) => one === fault.field) ?? 'name'
      doubt(column, fault.message)
    }
    const isListed = rows.some(
      ({ content }) =>
        sameName(content.name, name) && (typeof species === 'string' || content.species === species),
    )
    const unusual =
      'weight' in weight && typeof species === 'number'
        ? unusualWeight({ species, weight: cellOf('weight'), weight_units: weight.weight_units }, null, bands)
        : null
    return { row: doubts.length === 0 ? row : null, doubts, isListed, isRepeated, unusual }
  })
}

/** What a row says of its patient: in a list that was copied twice only the numbers may go on. */
const withoutNumber = ({ columns }: Paste, cells: readonly string[]): string =>
  JSON.stringify(cells.filter((_, at) => columns[at] !== 'line').map((cell) => cell.trim().toLowerCase()))

function isAmong(above: Set<string>, one: string): boolean {
  const found = above.has(one)
  above.add(one)
  return found
}

const READ_APART: ReadonlySet<Column> = new Set<Column>(['name', 'species', 'weight', 'weight_units'])

/** The species, or why it is none. */
function speciesOf(cell: string, ofAll: Paste['species']): Species | string {
  if (cell === '') return ofAll === '' ? text.needSpecies : ofAll === '0' ? 0 : 1
  return speciesIn(cell) ?? text.notSpecies
}

type PastedWeight =
  | { weight: number; weight_units: WeightUnit; estimated: true }
  | { none: true }
  | { column: 'weight' | 'weight_units'; message: string }

/** A weight that stands on a list was taken elsewhere, if at all: it counts as estimated until the patient is on the scale. */
function weightOf(cell: string, unitCell: string, ofAll: Paste['units']): PastedWeight {
  const number = readNumber(cell)
  if (number === 'empty') return { none: true }
  if (number === 'invalid')
    return { column: 'weight', message: /^\d+,\d+$/.test(cell) ? text.comma : text.notNumber }
  if (number.digits <= 0n) return { column: 'weight', message: text.notAbove }
  if (unitCell === '' && ofAll === '') return { column: 'weight_units', message: text.needUnits }
  const units = unitCell === '' ? ofAll : unitOf(unitCell)
  if (units === null || units === '') return { column: 'weight_units', message: text.notUnits }
  return { weight: numberOf(number), weight_units: units, estimated: true }
}
