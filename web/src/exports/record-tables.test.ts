import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { COLLECTIONS, type Collection } from 'sync-protocol/records/envelope'
import { isObject, type Json, type JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import { BYTE_ORDER_MARK, csvRow, unguarded } from './csv-row.ts'
import { PAIR, shapeOfRecord, type Shape } from './record-shape.ts'
import {
  countOf,
  numberOf,
  RECORD_ID,
  tablesOf,
  type RecordTable,
  type WrittenRecord,
} from './record-tables.ts'

const ID = '0b7f6a52-1111-4222-8333-444455556666'
const record = (collection: Collection, content: JsonObject | null): WrittenRecord => ({
  collection,
  _id: ID,
  schema: 1,
  version: 3,
  seq: 9,
  deleted: content === null,
  meta: { author_id: ID, author_name: 'Vera', date_created: '2026-11-20T10:00:00.000Z' },
  content,
})

const tableNamed = (tables: readonly RecordTable[], name: string) => {
  const found = tables.find((table) => table.name === name)
  if (!found) throw new Error(`no table ${name} among ${tables.map((table) => table.name).join(', ')}`)
  return found
}
const rowsAsObjects = ({ columns, rows }: RecordTable) =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))

describe('the tables of a collection', () => {
  it('has the fields of the kind in their order, then what is kept beside them', () => {
    const { columns } = tableNamed(tablesOf('draws').tables, 'draws')
    expect(columns.slice(0, 4)).toEqual(['_id', 'drug_name', 'drug_concentration', 'drug_volume'])
    expect(columns).toContain('sheet_data.patient_name')
    expect(columns.slice(columns.indexOf('day') + 1)).toEqual([
      'stored.deleted',
      'stored.voided.by',
      'stored.voided.by_name',
      'stored.voided.at',
      'stored.voided.reason',
      'stored.not_sent_yet',
      'stored.flags',
      'stored.version',
      'meta.author_id',
      'meta.author_name',
      'meta.date_created',
      'meta.date_edited',
      'meta.edited_by',
      'meta.received_at',
      'meta.approved_by',
      'meta.sent_by',
    ])
  })

  it('writes the rows of a balance sheet into a table of their own, each with its page and its place', () => {
    const { tables, add } = tablesOf('balances')
    const row = (title: string) => ({ kind: 'draw', title, used: 0.25, balance: -0.5 })
    add(record('balances', { drug_name: 'Ketamine', pages: [[row('A'), row('B')], [row('C')]] }))
    const rows = rowsAsObjects(tableNamed(tables, 'balances-pages-rows'))
    const page = numberOf('pages')
    const place = numberOf('rows')
    expect(rows.map((one) => [one[RECORD_ID], one[page], one[place], one['title'], one['balance']])).toEqual([
      [ID, 1, 1, 'A', -0.5],
      [ID, 1, 2, 'B', -0.5],
      [ID, 2, 1, 'C', -0.5],
    ])
    expect(rowsAsObjects(tableNamed(tables, 'balances'))[0]?.[countOf('pages')]).toBe(2)
  })

  it('has a column for each species, and one for a procedure that is a text beside one that has fields', () => {
    const drugs = tablesOf('drugs')
    drugs.add(record('drugs', { name: 'Ketamine', dosage: [5, -1], limits: [null, { min: 2 }] }))
    expect(rowsAsObjects(tableNamed(drugs.tables, 'drugs'))[0]).toMatchObject({
      'dosage.canine': 5,
      'dosage.feline': -1,
      'limits.canine.min': '',
      'limits.feline.min': 2,
    })
    const sheets = tablesOf('sheets')
    sheets.add(record('sheets', { procedure: 'Dental' }))
    sheets.add(record('sheets', { procedure: { name: 'Spay', notes: 'two\nlines' } }))
    const rows = rowsAsObjects(tableNamed(sheets.tables, 'sheets'))
    expect(rows.map((row) => [row['procedure'], row['procedure.name'], row['procedure.notes']])).toEqual([
      ['Dental', '', ''],
      ['', 'Spay', 'two\nlines'],
    ])
  })

  it('says that a record was deleted or voided, and what the server does not have yet', () => {
    const { tables, add } = tablesOf('procedures')
    add(record('procedures', null))
    add({
      ...record('procedures', { name: 'Spay' }),
      pending: true,
      flags: ['sums_differ', 'volume_differs'],
    })
    add({
      ...record('procedures', {}),
      voided: { by: ID, by_name: 'Lee', at: '2026-11-21T08:00:00.000Z', reason: 'Twice' },
    })
    const rows = rowsAsObjects(tableNamed(tables, 'procedures'))
    expect(rows.map((row) => row['stored.deleted'])).toEqual(['true', 'false', 'false'])
    expect(rows.map((row) => row['stored.not_sent_yet'])).toEqual(['false', 'true', 'false'])
    expect(rows.map((row) => row['stored.flags'])).toEqual(['', 'sums_differ volume_differs', ''])
    expect(rows.map((row) => row['stored.voided.reason'])).toEqual(['', '', 'Twice'])
  })

  it.each(COLLECTIONS)(
    '%s: every column has its own name, and nothing is called as what is kept beside',
    (name) => {
      const { tables } = tablesOf(name)
      for (const { columns } of tables) expect(new Set(columns).size).toBe(columns.length)
      expect(new Set(tables.map((table) => table.name)).size).toBe(tables.length)
      expect(Object.keys(kinds[name].fields)).not.toEqual(expect.arrayContaining(['stored']))
      expect(Object.keys(kinds[name].fields)).not.toEqual(expect.arrayContaining(['meta']))
    },
  )

  it('puts JSON into a cell only where no schema says what it is', () => {
    const anyIn = (shape: Shape, path: string): string[] => [
      ...(shape.isAny ? [path] : []),
      ...[...shape.fields].flatMap(([field, inner]) => anyIn(inner, `${path}.${field}`)),
      ...(shape.entry ? anyIn(shape.entry, `${path}[]`) : []),
    ]
    expect(COLLECTIONS.flatMap((name) => anyIn(shapeOfRecord(name), name))).toMatchInlineSnapshot(`
      [
        "drafts.table",
        "conflicts.groups[].base",
        "conflicts.groups[].theirs",
        "conflicts.groups[].mine",
        "conflicts.full",
        "attention.mutation.ops[].content",
        "attention.mutation.ops[].set",
        "attention.mutation.ops[].was",
      ]
    `)
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    '=1+1',
    '-2',
    '+3',
    '@x',
    "'",
    "'=",
    'a "quoted" one',
    'a,b;c',
    'two\r\nlines',
    '\t=1',
    '＝1',
  ),
)
const plain = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
  fc.boolean(),
)

/** Any content of this shape; what may be absent sometimes is. */
function valueOf(shape: Shape): fc.Arbitrary<Json | undefined> {
  const { fields, entry } = shape
  const could: fc.Arbitrary<Json | undefined>[] = [fc.constant(undefined)]
  if (shape.isAny) could.push(fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>)
  if (shape.isPlain) could.push(plain)
  if (entry !== null) {
    const one = valueOf(entry).map((value) => (entry.fields.size > 0 && value === undefined ? {} : value))
    could.push(fc.array(one, { maxLength: 3 }).map((all) => all.filter((value) => value !== undefined)))
  }
  const names = [...fields.keys()]
  const isPair = names.length === 2 && PAIR.every((species) => fields.has(species))
  if (names.length > 0) {
    const values = names.map((name) => valueOf(fields.get(name) ?? shape))
    could.push(
      fc.tuple(...values).map((all): Json => {
        if (isPair) return all.map((value) => value ?? null)
        return Object.fromEntries(
          names.flatMap((name, at) => (all[at] === undefined ? [] : [[name, all[at]]])),
        )
      }),
    )
  }
  return fc.oneof(...could)
}

/** What a table says of a value, as texts; what is empty is as what is absent. */
function textsOf(shape: Shape, value: unknown): unknown {
  const said: Record<string, unknown> = {}
  if (shape.isAny) return value === undefined ? undefined : JSON.stringify(value)
  if (shape.isPlain && ['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  if (shape.entry !== null && Array.isArray(value)) {
    const { entry } = shape
    return value.map((one) => textsOf(entry, one))
  }
  for (const [name, inner] of shape.fields) {
    const part: unknown = Array.isArray(value)
      ? value[(PAIR as readonly string[]).indexOf(name)]
      : isObject(value)
        ? value[name]
        : undefined
    const found = textsOf(inner, part)
    if (found !== undefined) said[name] = found
  }
  return Object.keys(said).length === 0 ? undefined : said
}

/** The same, out of the files alone. */
function readBack(
  shape: Shape,
  files: ReadonlyMap<string, Record<string, string>[]>,
  collection: string,
): unknown {
  const read = (
    inner: Shape,
    table: string,
    row: Record<string, string>,
    path: string,
    keys: string[],
  ): unknown => {
    if (inner.isAny || inner.isPlain) {
      const cell = row[path === '' ? 'value' : path] ?? ''
      if (cell !== '') return cell
    }
    if (inner.entry !== null) {
      const { entry } = inner
      const list = path === '' ? 'rows' : path
      const isThere = path === '' || row[countOf(path)] !== ''
      if (isThere) {
        const name = `${table}-${list}`
        const place = numberOf(list)
        // One record is read: only the places are to be compared.
        const mine = (files.get(name) ?? []).filter((one) => keys.every((key) => one[key] === row[key]))
        return mine.map((one) => read(entry, name, one, '', [...keys, place]))
      }
    }
    const said: Record<string, unknown> = {}
    for (const [field, part] of inner.fields) {
      const found = read(part, table, row, path === '' ? field : `${path}.${field}`, keys)
      if (found !== undefined) said[field] = found
    }
    return Object.keys(said).length === 0 ? undefined : said
  }
  return read(shape, collection, files.get(collection)?.[0] ?? {}, '', [])
}

/** As another program reads it. */
function parsed({ columns, rows }: RecordTable): Record<string, string>[] {
  const file = BYTE_ORDER_MARK + csvRow(columns) + rows.map(csvRow).join('')
  const { data, errors } = Papa.parse<string[]>(file.slice(1), { delimiter: ',', newline: '\r\n' })
  expect(errors).toEqual([])
  const [heads = [], ...lines] = data.slice(0, -1)
  return lines.map((line) => Object.fromEntries(heads.map((head, at) => [head, unguarded(line[at] ?? '')])))
}

describe('what was written is read again', () => {
  // Of a list of lists the rows alone say that there is a list: an empty one leaves none.
  const FLAT = COLLECTIONS.filter((name) => name !== 'balances')
  it.each(FLAT)('%s: any content, in any words, has the same values in its tables', (collection) => {
    const shape = shapeOfRecord(collection)
    const fields = new Map([...shape.fields].filter(([name]) => name !== 'stored' && name !== 'meta'))
    const content = valueOf({ ...shape, fields, isPlain: false })
    fc.assert(
      fc.property(content, (value) => {
        if (!isObject(value)) return
        const { tables, add } = tablesOf(collection)
        add(record(collection, value))
        const files = new Map(tables.map((table) => [table.name, parsed(table)]))
        const back = readBack({ ...shape, fields }, files, collection)
        expect(back).toEqual(textsOf({ ...shape, fields }, value))
      }),
      { numRuns: 60 },
    )
  })
})
