import { DRUG_COLUMNS, type Column, type DrugColumn } from './drug-columns.ts'
import { importText as text } from './import-text.ts'
import { measuredIn, unitIn, writtenAmount, type Per, type WrittenUnit } from './written-amount.ts'

/** What a column of other programs says of all species of its row. */
const OF_ALL_SPECIES: readonly DrugColumn[] = (['dosage', 'dosage_from', 'dosage_to', 'route'] as const).map(
  (id) => ({
    id,
    label: text.ofEither[id],
    header: text.ofEither[id],
  }),
)

/** What a column can hold, in the order in which it is offered. */
export const IMPORT_COLUMNS: readonly DrugColumn[] = DRUG_COLUMNS.flatMap((column) => [
  ...OF_ALL_SPECIES.filter(({ id }) => column.id === `${id}.0`),
  column,
])
const LABELS = new Map(IMPORT_COLUMNS.map(({ id, label }) => [id, label]))
export const labelOf = (column: Column): string => LABELS.get(column) ?? column

/** In which unit per ml or per kg its numbers are. */
export const perOf = (column: Column): Per | null =>
  column === 'concentration' ? 'ml' : /^(dosage|range_(from|to)\.)/.test(column) ? 'kg' : null

const WORDS: Readonly<Record<Column, readonly string[]>> = {
  name: [
    'drug name',
    'drug',
    'name',
    'product',
    'product name',
    'item',
    'item name',
    'item description',
    'description',
    'medication',
    'medicine',
    'generic name',
  ],
  section: ['section', 'drug section', 'category', 'drug class', 'class', 'group'],
  concentration: ['drug concentration', 'concentration', 'conc', 'strength'],
  amount_unit: [
    'measured in',
    'unit',
    'units',
    'strength unit',
    'concentration unit',
    'strength units',
    'concentration units',
  ],
  species: ['species', 'animal', 'animals'],
  dosage: ['dosage', 'dose', 'dose rate', 'usual dosage', 'usual dose'],
  dosage_from: ['low dosage', 'low dose'],
  dosage_to: ['high dosage', 'high dose'],
  route: ['route', 'route of administration'],
  form: ['form', 'dosage form', 'formulation'],
  controlled: ['controlled substance', 'controlled', 'controlled drug'],
  schedule: ['schedule', 'dea schedule', 'dea class', 'controlled schedule'],
}
const SAID = new Map(
  [
    ...Object.entries(WORDS).flatMap(([id, words]) => words.map((word) => [word, id] as const)),
    ...IMPORT_COLUMNS.map(({ id, label }) => [label.toLowerCase(), id] as const),
  ].map(([word, id]) => [word, id]),
)

const UNIT =
  /\(?\s*((?:mg|mcg|[µμu]g|units?|iu|u|meq)\s*(?:\/|\bper\b)\s*(ml|kg)\b(?!\s*(?:\/|per\b))|%)\s*\)?/
const NO_UNIT = /\(\s*(?:per ml|per kg|mg|months|months?)\s*\)/
const CANINE = /\b(canine|dogs?|k9)\b/
const FELINE = /\b(feline|cats?)\b/

/** The unit that stands in a header; null for none. */
export function unitOfHead(column: Column, head: string): WrittenUnit | null {
  const per = perOf(column)
  const [, written = ''] = UNIT.exec(head.toLowerCase()) ?? []
  return per === null || written === '' ? null : unitIn(written, per)
}

export interface Headed {
  column: Column
  unit: WrittenUnit | null
}

/** What a header says of its column; null for words that say nothing here, or a unit that fits nothing. */
export function headed(cell: string): Headed | null {
  const said = cell.toLowerCase().replace(NO_UNIT, ' ')
  const [whole, written = ''] = UNIT.exec(said) ?? []
  const words = (whole === undefined ? said : said.replace(whole, ' '))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const exact = SAID.get(words)
  const isDog = CANINE.test(words)
  const code = isDog === FELINE.test(words) ? null : isDog ? 0 : 1
  const rest = words.replace(CANINE, ' ').replace(FELINE, ' ').replaceAll(/\s+/g, ' ').trim()
  const general = code === null ? undefined : SAID.get(rest)
  const ofSpecies = general === undefined ? undefined : `${general}.${code}`
  const column = exact ?? (ofSpecies !== undefined && LABELS.has(ofSpecies) ? ofSpecies : undefined)
  if (column === undefined) return null
  const per = perOf(column)
  const unit = written === '' || per === null ? null : unitIn(written, per)
  return written !== '' && unit === null ? null : { column, unit }
}

const isSpecies = (cell: string) => speciesIn(cell) !== null
const SPECIES: Readonly<Record<string, readonly (0 | 1)[]>> = {
  dog: [0],
  dogs: [0],
  canine: [0],
  k9: [0],
  cat: [1],
  cats: [1],
  feline: [1],
  both: [0, 1],
  'both species': [0, 1],
}

/** 'dog', 'Canine and feline', 'cat/dog'; null for anything else. */
export function speciesIn(cell: string): (0 | 1)[] | null {
  const parts = cell
    .toLowerCase()
    .split(/[,;&+/]|\band\b/)
    .map((part) => part.trim())
  const found = parts.map((part) => (Object.hasOwn(SPECIES, part) ? SPECIES[part] : undefined))
  if (found.includes(undefined)) return null
  const codes = new Set(found.flatMap((one) => one ?? []))
  return ([0, 1] as const).filter((code) => codes.has(code))
}

/** The first column that says so holds it. */
const onlyOnce = (columns: readonly (Column | null)[]) =>
  columns.map((column, at) => (columns.indexOf(column) === at ? column : null))

/** Of a file without headers: what the cells say by themselves; a number alone says nothing. */
function guessed(cells: readonly (readonly string[])[]): (Column | null)[] {
  const columns = Array.from({ length: cells[0]?.length ?? 0 }, (_, at) =>
    cells.map((row) => row[at] ?? '').filter((cell) => cell !== ''),
  )
  const all = (is: (cell: string) => boolean) => (column: readonly string[]) =>
    column.length > 0 && column.every(is)
  const amount = (per: Per) => (cell: string) => {
    const read = writtenAmount(cell, per, null)
    return 'typed' in read && read.unit !== null
  }
  const kinds = columns.map((column) => {
    if (all(isSpecies)(column)) return 'species'
    if (all(amount('ml'))(column)) return 'concentration'
    if (all(amount('kg'))(column)) return 'dosage'
    if (all((cell) => measuredIn(cell) !== null)(column)) return 'amount_unit'
    return column.some((cell) => /\p{L}{2}/u.test(cell)) ? 'name' : null
  })
  return onlyOnce(kinds)
}

export interface ReadColumns {
  /** The words above each column; '' where there are none. */
  heads: readonly string[]
  columns: readonly (Column | null)[]
  cells: readonly (readonly string[])[]
  /** Of the numbers that have no unit beside them, by column. */
  units: Readonly<Record<Column, WrittenUnit>>
}

/** The table with what its columns seem to hold. */
export function readColumns(table: readonly (readonly string[])[]): ReadColumns {
  const [first = [], ...rest] = table
  const heads = first.map(headed)
  const known = heads.filter((head) => head !== null).length
  const hasHeader =
    known > 0 &&
    (known * 2 >= first.filter((cell) => cell !== '').length || heads.some((head) => head?.column === 'name'))
  if (!hasHeader) return { heads: first.map(() => ''), columns: guessed(table), cells: table, units: {} }
  const columns = onlyOnce(heads.map((head) => head?.column ?? null))
  const units = Object.fromEntries(
    columns.flatMap((column, at) => {
      const unit = heads[at]?.unit ?? null
      return column === null || unit === null ? [] : [[column, unit]]
    }),
  )
  return { heads: first, columns, cells: rest, units }
}
