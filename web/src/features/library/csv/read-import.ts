import { contentFault } from 'sync-protocol/merge/content-fault'
import type { DrugContent } from 'sync-protocol/records/drug'
import { EMERGENCY_SECTION, UNSET_SECTION, type Species } from 'sync-protocol/records/fields'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import { foldedName } from 'sync-protocol/records/reversal'
import type { DoseFinding } from 'sync-protocol/rules/dose-findings'
import { emptyDrugForm, type DrugForm } from 'sync-protocol/rules/drug-form'
import { drugFormProblems, drugOfForm } from 'sync-protocol/rules/drug-form-check'
import { drugFormGuard } from 'sync-protocol/rules/drug-form-guard'
import { numberOf, readNumber } from 'sync-protocol/rules/number-input'
import { unguarded } from '../../../exports/csv-row.ts'
import { cellsOf } from './drug-cells.ts'
import { DRUG_COLUMNS, type Column } from './drug-columns.ts'
import { readColumns, unitOfHead } from './import-columns.ts'
import { importText as text } from './import-text.ts'
import { readCells, type Doubt, type OfAll, type ReadCells, type Reading } from './read-cells.ts'
import { listedSection, titleOf } from './section-titles.ts'
import { sameNumber, type WrittenUnit } from './written-amount.ts'

export type Choice = 'skip' | 'update' | 'add'

/** A file until its drugs are added; JSON. */
export interface DrugImport {
  /** The words above each column; '' where there are none. */
  heads: readonly string[]
  cells: readonly (readonly string[])[]
  /** What each column holds; null for one that is left out. */
  columns: readonly (Column | null)[]
  units: Readonly<Record<Column, WrittenUnit>>
  ofAll: OfAll
  /** What a person decided of a row, by its place. */
  choices: Readonly<Record<number, Choice>>
}

/** A drug as the library has it. */
export interface StoredDrug {
  _id: string
  version: number
  content: JsonObject
  drug: DrugContent
  form: DrugForm
  /** Who added it, where that was someone whose records this person may not change. */
  notYours?: string
}

/** A dosage that the guard finds unusual, of one species. */
export interface Unusual {
  code: Species
  finding: DoseFinding
}

export interface ImportRow {
  /** What the row says, as far as it can be read. */
  form: DrugForm
  name: string
  choice: Choice | null
  /** What else can be chosen; one choice is none. */
  choices: readonly Choice[]
  /** Of what is chosen; a row that is left out has none. */
  doubts: readonly Doubt[]
  /** What the drug's form would point out beside its dosages. It keeps nobody from adding it. */
  unusual: readonly Unusual[]
  /** The drug to store; null with doubts, and for a row that is left out. */
  content: DrugContent | null
  found: null | { isSame: boolean; drug: StoredDrug | null; count: number }
  /** The drug that is found, as an update would have it; null where there is none. */
  updated: DrugForm | null
  /** A row above it has the same drug. */
  isTwice: boolean
  /** That row, where it says the same and this one is left out for it. */
  sameAs: number | null
}

const NONE_UNUSUAL: readonly Unusual[] = []
const unusualOf = (form: DrugForm, stored: DrugContent | null): readonly Unusual[] =>
  form.species.flatMap((code) =>
    drugFormGuard(form, code, stored).flatMap((finding) =>
      finding.level === 'quiet' ? [] : [{ code, finding }],
    ),
  )

/** Two forms are the same where a form would save the same. */
const plainForm = (form: DrugForm, reading: Reading) => {
  const pair = (typed: readonly [string, string]) => typed.map(sameNumber)
  const reverses = form.reverses.map((row) => ({
    ...row,
    name: row.name.trim(),
    note: row.note.trim(),
    value: sameNumber(row.value),
  }))
  return {
    ...form,
    name: form.name.trim(),
    concentration: sameNumber(form.concentration),
    dosage: pair(form.dosage),
    dosage_from: pair(form.dosage_from),
    dosage_to: pair(form.dosage_to),
    range: form.range.map(({ from, to, cap = '', never = '' }) => ({
      from: sameNumber(from),
      to: sameNumber(to),
      cap: sameNumber(cap),
      never: never.trim(),
    })),
    reverses: reverses.toSorted((one, other) => one.species - other.species),
    section_key: listedSection(reading.sections, form.section_key).key,
    more: Object.fromEntries(Object.entries(form.more).map(([name, typed]) => [name, typed.trim()])),
  }
}

/** The table as a file or a paste brings it. */
export function startImport(table: readonly (readonly string[])[]): DrugImport {
  const cells = table.map((row) => row.map(unguarded))
  return { ...readColumns(cells), ofAll: { species: '', section: '', ml: '', kg: '' }, choices: {} }
}

/** The column is this one from now on, and no other is. */
export function columnIs(file: DrugImport, at: number, column: Column | null): DrugImport {
  const columns = file.columns.map((before, place) =>
    place === at ? column : before === column ? null : before,
  )
  const units = Object.fromEntries(
    columns.flatMap((one, place) => {
      const unit = one === null ? null : unitOfHead(one, file.heads[place] ?? '')
      return one === null || unit === null ? [] : [[one, unit]]
    }),
  )
  return { ...file, columns, units }
}

/** A column that the file does not have comes with what is typed into it. */
export function cellIs(file: DrugImport, row: number, column: Column, cell: string): DrugImport {
  const at = file.columns.indexOf(column)
  if (at >= 0)
    return {
      ...file,
      cells: file.cells.map((cells, place) => (place === row ? cells.with(at, cell) : cells)),
    }
  return {
    ...file,
    heads: [...file.heads, ''],
    columns: [...file.columns, column],
    cells: file.cells.map((cells, place) => [...cells, place === row ? cell : '']),
  }
}

/** A section's title in every row that has this one. */
export function sectionIs(file: DrugImport, title: string, instead: string): DrugImport {
  const at = file.columns.indexOf('section')
  return {
    ...file,
    cells: file.cells.map((cells) => (cells[at] === title ? cells.with(at, instead) : cells)),
  }
}

/** What waits, without what was stored. */
export function waitingOnly(file: DrugImport, waits: readonly number[]): DrugImport {
  const choices = waits.flatMap((at, now) => {
    const choice = file.choices[at]
    return choice === undefined ? [] : [[now, choice] as const]
  })
  return { ...file, cells: waits.map((at) => file.cells[at] ?? []), choices: Object.fromEntries(choices) }
}

const NEW_DRUG = emptyDrugForm(0, UNSET_SECTION)
const strengthOf = (typed: string) => {
  const read = readNumber(typed)
  return typeof read === 'string' ? null : Math.round(numberOf(read) * 1000)
}
/** Of the same name, unit and strength; null where one of them cannot be read. Emergency drugs are never the others. */
function keyOf(form: DrugForm): string | null {
  const strength = strengthOf(form.concentration)
  const name = foldedName(form.name)
  if (strength === null || name === '') return null
  return JSON.stringify([name, form.amount_unit, strength, form.section_key === EMERGENCY_SECTION])
}
const overlap = (one: DrugForm, other: DrugForm) => one.species.some((code) => other.species.includes(code))

/**
 * Reads rows of a file against the library as it stands. To be made once for columns and answers: what was read of a row is kept
 * for as long as its cells are the same.
 */
export function rowReader(file: DrugImport, drugs: readonly StoredDrug[], sections: Reading['sections']) {
  const reading: Reading = { sections, ofAll: file.ofAll, units: file.units }
  const places = new Map(
    file.columns.flatMap((column, at) => (column === null ? [] : [[column, at] as const])),
  )
  const library = new Map<string, StoredDrug[]>()
  for (const stored of drugs) {
    const key = keyOf(stored.form)
    if (key !== null) library.set(key, [...(library.get(key) ?? []), stored])
  }
  const kept = new WeakMap<readonly string[], ReturnType<typeof readAll>>()

  const read = (cells: readonly string[], stored: StoredDrug | null): ReadCells =>
    readCells(
      (column) => cells[places.get(column) ?? -1]?.trim() ?? '',
      stored?.form ?? NEW_DRUG,
      stored === null,
      reading,
    )
  const placed = (column: Column): Column => {
    if (places.has(column)) return column
    const [general = column] = column.split('.')
    return places.has(general) ? general : column
  }

  /** What would be stored, and why not. */
  function dryRun({ form, doubts, odd }: ReadCells, stored: StoredDrug | null) {
    const all: Doubt[] = [...doubts]
    const tell = (field: string, message: string) => {
      const column = placed(field.startsWith('reverses') ? 'reverses' : field)
      if (!all.some((one) => one.column === column)) all.push({ column, message })
    }
    for (const { column, message } of odd) tell(column, message)
    for (const { field, message } of drugFormProblems(form)) tell(field, message)
    if (all.length > 0) return { doubts: all, content: null, unusual: NONE_UNUSUAL }
    const content = drugOfForm(form, stored?.drug)
    const fault = contentFault('drugs', content, stored?.content)
    if (fault === null) return { doubts: all, content, unusual: unusualOf(form, stored?.drug ?? null) }
    tell(fault.field?.replace(/^limits\.(\d).*/, 'range_never.$1') ?? 'name', fault.message)
    return { doubts: all, content: null, unusual: NONE_UNUSUAL }
  }

  function readAll(cells: readonly string[]) {
    const asNew = read(cells, null)
    const key = keyOf(asNew.form)
    const isForUnknown = asNew.doubts.some(({ column }) => column === 'species')
    const alike = (key === null || isForUnknown ? [] : (library.get(key) ?? [])).filter(({ form }) =>
      overlap(form, asNew.form),
    )
    const eachAlike = alike.map((stored) => ({ stored, read: read(cells, stored) }))
    const same = eachAlike.find(
      (one) =>
        one.read.doubts.length === 0 &&
        sameJson(plainForm(one.read.form, reading), plainForm(one.stored.form, reading)),
    )
    const nearest = same ?? nearestOf(eachAlike, asNew.form)
    return {
      asNew,
      key,
      found:
        alike.length === 0
          ? null
          : { isSame: same !== undefined, drug: nearest?.stored ?? null, count: alike.length },
      add: dryRun(asNew, null),
      update: nearest === undefined || same !== undefined ? null : dryRun(nearest.read, nearest.stored),
      updated: nearest?.read.form ?? null,
    }
  }
  return (cells: readonly string[]) => {
    const before = kept.get(cells)
    if (before) return before
    const all = readAll(cells)
    kept.set(cells, all)
    return all
  }
}
export type RowReader = ReturnType<typeof rowReader>

interface Alike {
  stored: StoredDrug
  read: ReadCells
}

/** The one that is meant: of several alike the one of the same section and species; undefined where more than one is. */
function nearestOf(alike: readonly Alike[], form: DrugForm): Alike | undefined {
  const nearness = ({ stored }: Alike) =>
    (stored.form.section_key === form.section_key ? 2 : 0) +
    (sameJson(stored.form.species, form.species) ? 1 : 0)
  const most = Math.max(...alike.map(nearness))
  const nearest = alike.filter((one) => nearness(one) === most)
  return nearest.length === 1 ? nearest[0] : undefined
}

/** The file's own words are doubted, not what it leaves out. */
const typedAt = (file: DrugImport, cells: readonly string[], column: Column) =>
  (cells[file.columns.indexOf(column)] ?? '').trim() !== ''

/** Every row with what becomes of it. */
export function readRows(file: DrugImport, reader: RowReader): ImportRow[] {
  const updatedBy = new Map<string, number>()
  const above = new Map<string, { at: number; form: DrugForm; cells: readonly string[] }[]>()
  return file.cells.map((cells, at) => {
    const all = reader(cells)
    const { form } = all.asNew
    const key = all.key === null ? null : `${all.key} ${form.section_key}`
    const others = key === null ? [] : (above.get(key) ?? [])
    const chosen = file.choices[at]
    const twice = all.found?.isSame === true ? undefined : others.find((one) => overlap(one.form, form))
    const isTwin = twice !== undefined && sameJson(twice.form, form)
    const canUpdate = all.update !== null && all.found?.drug?.notYours === undefined
    const choices: Choice[] = ['skip', ...(canUpdate ? (['update'] as const) : []), 'add']
    const isUnread =
      all.update !== null && all.update.doubts.some(({ column }) => typedAt(file, cells, column))
    const usual: Choice | null = twice
      ? isTwin
        ? 'skip'
        : null
      : all.found === null
        ? 'add'
        : /* @rule unread-waits */ isUnread && canUpdate
          ? null
          : 'skip'
    const choice = chosen !== undefined && choices.includes(chosen) ? chosen : usual
    if (key !== null && choice !== 'skip') above.set(key, [...others, { at, form, cells }])
    const isUpdate = choice === 'update' || (choice === null && isUnread && twice === undefined)
    const run = isUpdate && all.update ? all.update : all.add
    const isOut = choice === 'skip'
    // One change holds one update of a drug: a second one would be a conflict with the first.
    const target = choice === 'update' ? (all.found?.drug?._id ?? null) : null
    const earlier = target === null ? undefined : updatedBy.get(target)
    if (target !== null && earlier === undefined) updatedBy.set(target, at)
    const why =
      choice === null && twice
        ? text.twice(twice.at + 1)
        : earlier === undefined
          ? null
          : text.updatedTwice(earlier + 1)
    const doubts = why === null ? run.doubts : [{ column: 'name', message: why }, ...run.doubts]
    return {
      form: choice !== 'add' && all.updated ? all.updated : form,
      name: form.name,
      choice,
      choices,
      doubts: isOut ? [] : doubts,
      content: isOut || why !== null ? null : run.content,
      unusual: isOut ? NONE_UNUSUAL : run.unusual,
      found: all.found,
      updated: all.updated,
      isTwice: twice !== undefined,
      sameAs: isTwin && choice === 'skip' && chosen === undefined ? twice.at + 1 : null,
    }
  })
}

export const isWaiting = ({ choice, content }: ImportRow) => choice !== 'skip' && content === null

/** What an update of the drug changes, column by column. */
export function differences(row: ImportRow, sections: Reading['sections']) {
  const stored = row.found?.drug
  const { updated } = row
  if (!stored || !updated || row.found?.isSame === true) return []
  const cells = (form: DrugForm) => cellsOf(form, titleOf(sections, form.section_key))
  const [before, after] = [cells(stored.form), cells(updated)]
  return DRUG_COLUMNS.flatMap(({ id, label }) => {
    const [from, to] = [before[id] ?? '', after[id] ?? '']
    return sameNumber(from) === sameNumber(to) ? [] : [{ label, from, to }]
  })
}
