import type { Collection } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../exports/csv-row.ts'
import { tablesOf, type Cell, type RecordTable } from '../../exports/record-tables.ts'
import type { WrittenCollection } from './read-me-text.ts'

export interface NamedFile {
  name: string
  content: Blob
}

/** A record as it is stored: which load brought it is this tablet's own business. */
const stored = ({ load: _load, ...record }: ViewRecord): string => JSON.stringify(record)

/** A file that grows; what was added is not kept as text. */
class Growing {
  readonly #parts: Blob[] = []
  add(texts: readonly string[]): void {
    if (texts.length > 0) this.#parts.push(new Blob([...texts]))
  }
  blob = (end = '') => new Blob([...this.#parts, end])
}

interface TableFile {
  table: RecordTable
  file: Growing
  /** Taken since the last flush. */
  lines: string[]
  count: number
}

/** The files of one collection, written piece by piece: each record once, so that JSON and CSV say the same. */
export class CollectionFiles {
  readonly #collection: Collection
  readonly #json = new Growing()
  readonly #tables: TableFile[]
  readonly #add: (record: ViewRecord) => void
  #counts = { count: 0, deleted: 0, voided: 0 }

  constructor(collection: Collection) {
    const { tables, add } = tablesOf(collection)
    this.#collection = collection
    this.#add = add
    this.#tables = tables.map((table) => {
      const file = new Growing()
      file.add([BYTE_ORDER_MARK, csvRow(table.columns)])
      return { table, file, lines: [], count: 0 }
    })
  }

  /** Takes one record, all its rows as text: the screen can draw before the next. `flush` puts what was taken out of the way. */
  take(record: ViewRecord): string {
    this.#add(record)
    for (const { table, lines } of this.#tables) {
      for (const row of table.rows) lines.push(csvRow(row))
      table.rows.length = 0
    }
    const json = `${this.#counts.count === 0 ? '[' : ','}\n${stored(record)}`
    this.#counts.count += 1
    if (record.deleted) this.#counts.deleted += 1
    if (record.voided) this.#counts.voided += 1
    return json
  }

  flush(jsons: readonly string[]): void {
    this.#json.add(jsons)
    for (const each of this.#tables) {
      each.file.add(each.lines)
      each.count += each.lines.length
      each.lines = []
    }
  }

  /** The collection's own table is there without a row too, those of its lists are not. */
  #filled = () => this.#tables.filter(({ count }, nth) => nth === 0 || count > 0)

  files(): NamedFile[] {
    const end = this.#counts.count === 0 ? '[]\n' : '\n]\n'
    return [
      { name: `json/${this.#collection}.json`, content: this.#json.blob(end) },
      ...this.#filled().map(({ table, file }) => ({ name: `csv/${table.name}.csv`, content: file.blob() })),
    ]
  }

  written(): WrittenCollection {
    return {
      name: this.#collection,
      many: kinds[this.#collection].nouns[1],
      ...this.#counts,
      tables: this.#filled().map(({ table, count }) => ({ name: table.name, rows: count })),
    }
  }
}

const HEADS = ['file', 'column', 'label', 'unit']

/** What the columns of the collections' own tables are called on the screen. */
export function columnsFile(collections: readonly Collection[]): NamedFile {
  const rows = collections.flatMap((collection) =>
    Object.entries(kinds[collection].fields).map(([field, { label, unit }]): Cell[] => [
      `${collection}.csv`,
      field,
      label,
      unit ?? '',
    ]),
  )
  return { name: 'csv/columns.csv', content: new Blob([BYTE_ORDER_MARK, csvRow(HEADS), ...rows.map(csvRow)]) }
}
