import { formatDateTime } from '../../ui/format.ts'
import { countText, entriesText, recordsText, rowsText } from './all-data-text.ts'

/** When, by whom and of what the file was made. */
export interface Made {
  clinic: string
  by: string
  /** An instant. */
  at: string
  timeZone: string
  version: string
  edition: number
  /** When the tablet last had all that the server has, an instant; null where it never had. */
  heard: string | null
  /** It reads along with the server. */
  isCurrent: boolean
  unsent: number
}

/** What became of a collection. */
export interface WrittenCollection {
  name: string
  many: string
  count: number
  deleted: number
  voided: number
  /** Its CSV files, the collection's own first; none of what this release does not know. */
  tables: readonly { name: string; rows: number }[]
}

export interface Written {
  collections: readonly WrittenCollection[]
  /** PDFs by folder. */
  sheets: number
  balances: number
  ledger: { name: string; entries: number } | null
  log: string | null
  leftOut: readonly string[]
}

const asOf = ({ heard, isCurrent, timeZone, unsent }: Made): string[] => [
  heard === null
    ? 'The records are as they stood on that tablet.'
    : isCurrent
      ? `The records are as the server had them on ${formatDateTime(heard, timeZone)}.`
      : `The records are as that tablet last read them from the server, on ${formatDateTime(heard, timeZone)}. What other tablets changed since then is not in this file.`,
  ...(unsent === 0
    ? []
    : [
        `Changes that the server did not have yet: ${countText(unsent)}. Their records are included as they stood on the tablet, and say not_sent_yet.`,
      ]),
]

const status = ({ deleted, voided }: WrittenCollection): string =>
  [
    ...(deleted > 0 ? [`${countText(deleted)} of them deleted`] : []),
    ...(voided > 0 ? [`${countText(voided)} of them voided`] : []),
  ]
    .map((words) => `, ${words}`)
    .join('')

const filesOf = (collection: WrittenCollection): string[] => [
  `${collection.many[0]?.toUpperCase() ?? ''}${collection.many.slice(1)}: ${recordsText(collection.count)}${status(collection)}`,
  `  json/${collection.name}.json`,
  ...collection.tables.map(({ name, rows }) => `  csv/${name}.csv (${rowsText(rows)})`),
]

const HOW = [
  'HOW TO READ THEM',
  '',
  'json: each file is one list, with every record as it is stored. It is complete.',
  'csv: tables for a spreadsheet, in UTF-8, with commas. One row is one record; "_id" is its id.',
  '  A list inside a record is a file of its own. "record _id" says whose list it is, and "... no." which entry.',
  '  "... count" says how many entries a list has. If it is empty, there is no list.',
  '  "canine" and "feline" are for dogs and cats; a dosage of -1 is not used for that species. Species 0 is canine, 1 feline, 2 exotic.',
  '  A text that a spreadsheet would take for a formula begins with an apostrophe. Ignore the apostrophe.',
  '  csv/columns.csv says what the columns are called on the screen, and their units.',
  '  Volumes are in ml, concentrations in mg/ml, dosages in mg/kg, unless "amount_unit" names another unit in place of mg.',
  '  Moments are in UTC (2026-11-27T16:20:00.000Z); a "day" is the day at the clinic.',
  'deleted: a record of the library that was deleted. Only its id and who deleted it are left.',
  'voided: a saved sheet, draw or balance sheet that was deleted. All of it is kept, with who, when and why.',
]

/** README.txt of the zip: what each file is, when it was made and by whom, and what is not in it. */
export function readMe(made: Made, written: Written): string {
  const { clinic, by, at, timeZone, version, edition } = made
  const { collections, sheets, balances, ledger, log, leftOut } = written
  const all = collections.reduce((sum, { count }) => sum + count, 0)
  const lines = [
    `ALL DATA OF ${clinic}`,
    '',
    `Made on ${formatDateTime(at, timeZone)} (${timeZone}) by ${by}.`,
    `App version ${version}, edition ${edition} of the records.`,
    ...asOf(made),
    `It holds ${recordsText(all)}.`,
    '',
    'NOT IN THIS FILE',
    '',
    ...(leftOut.length === 0 ? ['Nothing is missing.'] : leftOut.map((line) => `- ${line}`)),
    'Passwords, sessions, the list of users, and what was typed and not saved are never exported. Each record names its author.',
    '',
    'FILES',
    '',
    ...collections.flatMap(filesOf),
    ...(sheets > 0 ? [`Anesthesia sheets as PDF: pdf/sheets (${countText(sheets)})`] : []),
    ...(balances > 0 ? [`Balance sheets as PDF: pdf/balance-sheets (${countText(balances)})`] : []),
    ...(ledger ? [`Ledger of controlled substances: ${ledger.name} (${entriesText(ledger.entries)})`] : []),
    ...(log === null ? [] : [`Action log: ${log}`]),
    '',
    ...HOW,
  ]
  return `${lines.join('\r\n')}\r\n`
}
