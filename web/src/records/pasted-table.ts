import Papa from 'papaparse'

/** Rows and cells of one paste: more is no list of patients. */
export const CELLS_MAX = 5_000

/**
 * What was copied from a spreadsheet or a message as a table: tabs, semicolons or commas between the cells, whichever divides
 * the rows alike; cells in quotes may hold any of them. Blank rows are left out, all rows have the same number of cells, and the
 * cells stand without the blanks around them. Null where there are more than `most`.
 */
export function pastedTable(text: string, most = CELLS_MAX): string[][] | null {
  const { data } = parsed(text, delimiterOf(text))
  const width = Math.max(0, ...data.map((row) => row.length))
  if (width * data.length > most) return null
  const cells = data.map((row) => Array.from({ length: width }, (_, at) => (row[at] ?? '').trim()))
  // A spreadsheet copies empty columns too.
  const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
    cells.some((row) => row[at] !== ''),
  )
  return cells.map((row) => used.map((at) => row[at] ?? ''))
}

/** Of two that divide the rows alike the first does. */
const DELIMITERS = ['\t', ';', ','] as const
/** So many rows tell how they are divided; 0 is all of them. */
const ROWS_LOOKED_AT = 50

const parsed = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: 'greedy' })

/**
 * The delimiter with which most rows have the same number of cells. Papa Parse takes the one that makes most cells: the comma,
 * of patients who each have a note with three of them. A list of names is divided by none, and any will do.
 */
function delimiterOf(text: string): string {
  const found = DELIMITERS.map((delimiter) => {
    const { data, errors } = parsed(text, delimiter, ROWS_LOOKED_AT)
    const times = new Map<number, number>()
    for (const { length } of data) if (length > 1) times.set(length, (times.get(length) ?? 0) + 1)
    // A cell in quotes that goes on behind them ends elsewhere.
    const broken = errors.filter(({ type }) => type === 'Quotes').length
    return { delimiter, most: Math.max(0, ...times.values()) - broken }
  })
  const [best] = found.toSorted((one, other) => other.most - one.most)
  return best?.delimiter ?? DELIMITERS[0]
}
