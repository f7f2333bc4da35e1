import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { isObject } from 'sync-protocol/records/json'
import { PAIR, shapeOfRecord, type Shape } from './record-shape.ts'

export type Cell = string | number

/** A table for a spreadsheet. A list inside records is a table of its own, with a row for each entry. */
export interface RecordTable {
  /** 'balances', 'balances-pages-rows'. */
  name: string
  columns: string[]
  rows: Cell[][]
}

/** A record as the tablet has it. */
export type WrittenRecord = SyncRecord & { pending?: true }

export interface CollectionTables {
  tables: readonly RecordTable[]
  /** Adds the rows of a record. Whoever writes them away empties the tables. */
  add(record: WrittenRecord): void
}

/** Of a list whose entries are single values. */
const VALUE = 'value'
/** Of a list whose entries are lists. */
const ROWS = 'rows'

/** Whose list a row is of; in the collection's own table the id is a column like any. */
export const RECORD_ID = 'record _id'

/** Which entry of its list a row is, counted from 1; and how many a list has, which may be none. */
export const numberOf = (list: string) => `${list} no.`
export const countOf = (list: string) => `${list} count`

/** Whose cells a row begins with: the record's id, and the entry's number in each list around it. */
type Keys = readonly Cell[]
type Fill = (value: unknown, row: Cell[], keys: Keys) => void

const partOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value[(PAIR as readonly string[]).indexOf(name)]
  return isObject(value) ? value[name] : undefined
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

const jsonCell = (value: unknown): Cell => (value === undefined ? '' : JSON.stringify(value))

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** The tables of a collection, and how its records become their rows. */
export function tablesOf(collection: Collection): CollectionTables {
  const tables: RecordTable[] = []

  function planTable(name: string, keys: readonly string[], shape: Shape): Fill {
    const table: RecordTable = { name, columns: [...keys], rows: [] }
    tables.push(table)
    const fill = planCells(table, keys, shape, '')
    if (table.columns.length === keys.length) {
      // A list of nothing but lists: their rows say which one they are of.
      tables.splice(tables.indexOf(table), 1)
      return fill
    }
    return (value, _row, at) => {
      const row = [...at]
      fill(value, row, at)
      table.rows.push(row)
    }
  }

  function planCells(table: RecordTable, keys: readonly string[], shape: Shape, path: string): Fill {
    const fills: Fill[] = []
    if (shape.isPlain || shape.isAny) {
      table.columns.push(path === '' ? VALUE : path)
      const cell = shape.isAny ? jsonCell : cellOf
      fills.push((value, row) => row.push(cell(value)))
    }
    for (const [name, inner] of shape.fields) {
      const fill = planCells(table, keys, inner, within(path, name))
      fills.push((value, row, at) => fill(partOf(value, name), row, at))
    }
    if (shape.entry !== null) fills.push(planList(table, keys, shape.entry, path))
    return (value, row, at) => {
      for (const fill of fills) fill(value, row, at)
    }
  }

  function planList(table: RecordTable, keys: readonly string[], entry: Shape, path: string): Fill {
    if (path !== '') table.columns.push(countOf(path))
    const list = path === '' ? ROWS : path
    const [, ...places] = keys
    const fill = planTable(`${table.name}-${list}`, [RECORD_ID, ...places, numberOf(list)], entry)
    return (value, row, at) => {
      const entries = Array.isArray(value) ? (value as readonly unknown[]) : undefined
      if (path !== '') row.push(entries?.length ?? '')
      for (const [nth, one] of entries?.entries() ?? []) fill(one, [], [...at, nth + 1])
    }
  }

  const fill = planTable(collection, ['_id'], shapeOfRecord(collection))
  return {
    tables,
    add({ _id, content, meta, voided, flags, deleted, version, pending }) {
      const stored = { deleted, voided, not_sent_yet: pending ?? false, flags: flags?.join(' '), version }
      fill({ ...content, stored, meta }, [], [_id])
    },
  }
}
