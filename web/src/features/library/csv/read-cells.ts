import Papa from 'papaparse'
import { perKg, perMl, type AmountUnit } from 'sync-protocol/records/amount-unit'
import { dosageFields } from 'sync-protocol/records/drug'
import {
  CANINE,
  EMERGENCY_SECTION,
  FELINE,
  FORMS,
  ROUTES,
  SCHEDULES,
  type Form,
  type Route,
  type Schedule,
  type Species,
} from 'sync-protocol/records/fields'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import { numberOf, readNumber } from 'sync-protocol/rules/number-input'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import type { TypedReversal } from 'sync-protocol/rules/reversal-form'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { csvText } from './csv-text.ts'
import { REVERSAL_FORMAT } from './drug-cells.ts'
import type { Column } from './drug-columns.ts'
import { speciesIn } from './import-columns.ts'
import { importText as text } from './import-text.ts'
import { listedSection, sectionsTitled } from './section-titles.ts'
import { measuredIn, unitIn, writtenAmount, type WrittenUnit } from './written-amount.ts'

/** What the file does not say of each drug is asked once for all of them. */
export interface OfAll {
  species: '' | '0' | '1' | '01'
  /** A section's title. */
  section: string
  /** Such as 'mg/ml' and 'mg/kg'. */
  ml: string
  kg: string
}

/** A cell that cannot be taken as it stands. */
export interface Doubt {
  column: Column
  message: string
}

export interface Reading {
  sections: readonly LiveSection[]
  ofAll: OfAll
  units: Readonly<Record<Column, WrittenUnit>>
}

/** As a drug's form would have it typed. */
export interface ReadCells {
  form: DrugForm
  doubts: readonly Doubt[]
  /** What is odd beside other cells, and no matter where the library has the same. */
  odd: readonly Doubt[]
}

const BOTH = [CANINE, FELINE] as const
type Pair<T> = [T, T]
const DOSAGES = ['dosage', 'dosage_from', 'dosage_to'] as const

const YES = new Set(['yes', 'y', 'true', 'x', '1'])
const NO = new Set(['no', 'n', 'false', '0'])
const ROUTE_WORDS: Readonly<Record<string, Route>> = {
  INTRAVENOUS: 'IV',
  INTRAMUSCULAR: 'IM',
  SQ: 'SC',
  SUBQ: 'SC',
  SUBCUTANEOUS: 'SC',
}
const FORM_WORDS: Readonly<Record<string, Form>> = {
  INJECTABLE: 'INJECTION',
  TABLETS: 'TABLET',
}
const routeIn = (cell: string): Route | undefined => {
  const said = cell.toUpperCase().replaceAll('.', '')
  return (
    ROUTES.find((route) => route === said) ??
    (Object.hasOwn(ROUTE_WORDS, said) ? ROUTE_WORDS[said] : undefined)
  )
}
const formIn = (cell: string): Form | undefined => {
  const said = cell.toUpperCase()
  return (
    FORMS.find((form) => form === said) ?? (Object.hasOwn(FORM_WORDS, said) ? FORM_WORDS[said] : undefined)
  )
}
const scheduleIn = (cell: string): Schedule | undefined => {
  const said = cell.toUpperCase().replace(/^C[- ]?/, '')
  return SCHEDULES.find((schedule) => schedule === said)
}
/** A day as the screens write it is stored as YYYY-MM-DD. */
const dayIn = (cell: string): string => {
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? []
  return year === undefined ? cell : `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`
}

/**
 * The cells of one row as the form of a drug. `base` is what the row is about: a stored drug, of which an empty cell changes
 * nothing, or a new one. Nothing is guessed: what can be read in two ways is a doubt.
 */
export function readCells(
  cellOf: (column: Column) => string,
  base: DrugForm,
  isNew: boolean,
  reading: Reading,
): ReadCells {
  const doubts: Doubt[] = []
  const odd: Doubt[] = []
  const doubt = (column: Column, message: string) => void doubts.push({ column, message })
  const { ofAll, units } = reading

  /** Those that the row is for: of a stored drug's other species it says nothing. */
  const species = readSpecies(cellOf, base, isNew, ofAll, doubt)
  const section_key = readSection(cellOf('section'), base, isNew, reading, doubt)
  const isPlaced = !doubts.some(({ column }) => column === 'section')
  const { concentration, amount_unit, measured } = readStrength(cellOf, base, reading, doubt)
  const used: readonly string[] = dosageFields(section_key)

  /** The cell of one species, else that of both. */
  const said = (column: Column, code: Species): { column: Column; cell: string } | null => {
    const own = cellOf(`${column}.${code}`)
    if (own !== '') {
      if (species.includes(code)) return { column: `${column}.${code}`, cell: own }
      doubt(`${column}.${code}`, text.notOfSpecies(code))
      return null
    }
    const cell = species.includes(code) ? cellOf(column) : ''
    return cell === '' ? null : { column, cell }
  }
  const perKilogram = (column: Column, cell: string): string => {
    const ofColumn =
      units[column] ?? unitIn(ofAll.kg, 'kg') ?? (measured === null ? null : { unit: measured, shift: 0 })
    const read = writtenAmount(cell, 'kg', ofColumn)
    if ('doubt' in read) doubt(column, read.doubt)
    else if (read.unit === null) doubt(column, text.needUnit('kg'))
    else if (read.unit !== amount_unit) doubt(column, text.notDrugsUnit(perKg({ amount_unit })))
    else return read.typed
    return ''
  }
  const dosage = (field: (typeof DOSAGES)[number]) =>
    BOTH.map((code) => {
      const found = said(field, code)
      if (found === null) return base[field][code]
      if (isPlaced && !used.includes(field))
        doubt(found.column, field === 'dosage' ? text.lowAndHigh : text.emergencyOnly)
      return perKilogram(found.column, found.cell)
    }) as Pair<string>
  const route = BOTH.map((code) => {
    const found = said('route', code)
    const read = found === null ? base.route[code] : routeIn(found.cell)
    if (read === undefined && found) doubt(found.column, text.notRoute)
    return read ?? base.route[code]
  }) as Pair<Route>
  const range = BOTH.map((code) => {
    const before = base.range[code]
    const limit = (end: 'from' | 'to') => {
      const found = said(`range_${end}`, code)
      return found === null ? before[end] : perKilogram(found.column, found.cell)
    }
    const cap = said('range_cap', code)
    const [, most] = /^([\d.]+)(?:\s*mg)?$/i.exec(cap?.cell ?? '') ?? []
    if (cap && most === undefined) doubt(cap.column, cap.cell.includes(',') ? text.comma : text.cap)
    return {
      from: limit('from'),
      to: limit('to'),
      cap: cap ? (most ?? '') : (before.cap ?? ''),
      never: said('range_never', code)?.cell ?? before.never ?? '',
    }
  }) as DrugForm['range']
  const formCell = cellOf('form')
  const form = formCell === '' ? base.form : formIn(formCell)
  if (form === undefined) doubt('form', text.notForm)
  const legal = readControlled(cellOf, base, doubt, odd)

  const read: DrugForm = {
    name: cellOf('name') === '' ? base.name : cellOf('name'),
    concentration,
    amount_unit,
    species: isNew ? species : BOTH.filter((code) => [...species, ...base.species].includes(code)),
    dosage: dosage('dosage'),
    dosage_from: dosage('dosage_from'),
    dosage_to: dosage('dosage_to'),
    range,
    // The file has no columns for it.
    ...(base.infusion && { infusion: base.infusion }),
    route,
    reverses: readReverses(cellOf('reverses'), { ...base, species, amount_unit }, doubt),
    form: form ?? base.form,
    ...legal,
    section_key,
    more: Object.fromEntries(
      plainFields('drugs').map(({ name, plain }) => {
        const cell = cellOf(name)
        return [name, cell === '' ? (base.more[name] ?? '') : plain === 'day' ? dayIn(cell) : cell]
      }),
    ),
  }
  if (section_key === EMERGENCY_SECTION && isPlaced)
    odd.push(...lowAboveHigh(read, (column) => cellOf(column) !== ''))
  return { form: read, doubts: onceEach(doubts), odd }
}

/** A column for both species is read for each of them, and doubted once. */
const onceEach = (doubts: readonly Doubt[]) =>
  doubts.filter(({ column }, at) => doubts.findIndex((one) => one.column === column) === at)

type Tell = (column: Column, message: string) => void
type CellOf = (column: Column) => string

function readSpecies(cellOf: CellOf, base: DrugForm, isNew: boolean, ofAll: OfAll, doubt: Tell): Species[] {
  const cell = cellOf('species')
  if (cell !== '') {
    const codes = speciesIn(cell)
    if (codes === null) doubt('species', text.notSpecies)
    return codes ?? base.species
  }
  // A dosage under "Canine dosage" says that it is for dogs.
  const dosed = BOTH.filter((code) => DOSAGES.some((field) => cellOf(`${field}.${code}`) !== ''))
  if (ofAll.species !== '') return BOTH.filter((code) => ofAll.species.includes(String(code)))
  if (!isNew) return base.species
  if (dosed.length === 0) doubt('species', text.needSpecies)
  return dosed.length === 0 ? base.species : dosed
}

function readSection(
  cell: string,
  base: DrugForm,
  isNew: boolean,
  { sections, ofAll }: Reading,
  doubt: Tell,
): number {
  const title = cell === '' ? ofAll.section : cell
  if (title === '') {
    if (isNew) doubt('section', text.needSection)
    return base.section_key
  }
  const keys = sectionsTitled(sections, title)
  if (!isNew && keys.includes(listedSection(sections, base.section_key).key)) return base.section_key
  const [key] = keys
  if (key !== undefined && keys.length === 1) return key
  doubt('section', key === undefined ? text.noSection : text.twoSections)
  return base.section_key
}

interface Strength {
  concentration: string
  amount_unit: AmountUnit
  /** As 'Measured in' says it; null where it says nothing. */
  measured: AmountUnit | null
}

function readStrength(cellOf: CellOf, base: DrugForm, { ofAll, units }: Reading, doubt: Tell): Strength {
  const said = cellOf('amount_unit')
  const measured = said === '' ? null : measuredIn(said)
  if (said !== '' && measured === null) doubt('amount_unit', text.notMeasured)
  const cell = cellOf('concentration')
  const kept = { concentration: base.concentration, amount_unit: measured ?? base.amount_unit, measured }
  if (cell === '') return kept
  const read = writtenAmount(cell, 'ml', units['concentration'] ?? unitIn(ofAll.ml, 'ml'))
  if ('doubt' in read) {
    doubt('concentration', read.doubt)
    return { ...kept, concentration: '' }
  }
  const unit = read.unit ?? measured
  if (unit === null) {
    doubt('concentration', text.needUnit('ml'))
    return { ...kept, concentration: '' }
  }
  if (measured !== null && unit !== measured)
    doubt('amount_unit', text.otherUnit(perMl({ amount_unit: unit })))
  return { concentration: read.typed, amount_unit: unit, measured }
}

function readControlled(
  cellOf: CellOf,
  base: DrugForm,
  doubt: Tell,
  odd: Doubt[],
): Pick<DrugForm, 'controlled' | 'schedule'> {
  const [yesNo, said] = [cellOf('controlled').toLowerCase(), cellOf('schedule')]
  const schedule = said === '' ? base.schedule : (scheduleIn(said) ?? null)
  if (said !== '' && schedule === null) doubt('schedule', text.notSchedule)
  if (yesNo === '') return { controlled: base.controlled || (said !== '' && schedule !== null), schedule }
  if (!YES.has(yesNo) && !NO.has(yesNo)) doubt('controlled', text.notYesNo)
  const controlled = YES.has(yesNo)
  if (NO.has(yesNo) && said !== '' && schedule !== null)
    odd.push({ column: 'schedule', message: text.notControlled })
  return { controlled, schedule }
}

/** What it reverses, of its species; what stands of another species stays. */
function readReverses(cell: string, base: DrugForm, doubt: Tell): TypedReversal[] {
  if (cell === '') return base.reverses
  const { data } = Papa.parse<string[]>(cell.replaceAll('\r\n', '\n'), {
    ...REVERSAL_FORMAT,
    skipEmptyLines: true,
  })
  const rows = data.map((parts) =>
    reversalIn(
      parts.map((part) => part.trim()),
      base,
    ),
  )
  if (rows.includes(null)) doubt('reverses', text.notReversal)
  const others = base.reverses.filter(({ species }) => !base.species.includes(species))
  return [...rows.flatMap((row) => row ?? []), ...others]
}

function reversalIn(parts: readonly string[], drug: DrugForm): TypedReversal | null {
  const [name = '', animal = '', value = '', how = '', way = '', note = ''] = parts
  const codes = speciesIn(animal)
  const [species] = codes ?? []
  const route = routeIn(way)
  if (codes?.length !== 1 || species === undefined || route === undefined || parts.length > 6) return null
  if (!drug.species.includes(species)) return null
  if (how.toLowerCase() === csvText.timesItsDose)
    return { name, species, rule: 'times_mass', value, route, note }
  const read = writtenAmount(`${value} ${how}`, 'kg', null)
  if ('doubt' in read || read.unit !== drug.amount_unit) return null
  return { name, species, rule: 'mg_per_kg', value: read.typed, route, note }
}

/** At the high dosage, for each species. */
const lowAboveHigh = (form: DrugForm, isFilled: (column: Column) => boolean): Doubt[] =>
  form.species.flatMap((code) => {
    const [low, high] = [form.dosage_from[code], form.dosage_to[code]].map(readNumber)
    if (low === undefined || high === undefined || typeof low === 'string' || typeof high === 'string')
      return []
    const column = isFilled(`dosage_to.${code}`) ? `dosage_to.${code}` : 'dosage_to'
    return numberOf(low) > numberOf(high) ? [{ column, message: text.lowAboveHigh }] : []
  })
