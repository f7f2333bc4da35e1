import { binaryValues } from './binary-array.ts'

/** A write whose rows are columns of arrays. */
export interface Part {
  /** A letter or two. */
  name: string
  /**
   * `$1`, `$2` … are its own columns. `{org}`, `{lane}` and `{now}` stand for what all parts have: nothing of one organization
   * can be written under another's name.
   */
  text: string
  columns: readonly (readonly unknown[])[]
  /** What the statement is to answer with, where this has rows. */
  answer?: string
}

/** What all parts of a statement have. */
export interface Shared {
  org_id: string
  lane: string | null
  now: string
}

const SHARED = { org: '$1::uuid', lane: '$2::uuid', now: '$3::timestamptz' }

/** By the parts that have rows: the texts are few, and long. */
const texts = new Map<string, string>()

/** The rows as columns. */
export const columnsOf = <Row>(rows: readonly Row[], ...cells: ((row: Row) => unknown)[]): unknown[][] =>
  cells.map((cell) => rows.map((row) => cell(row)))

/** All writes as one statement: each that is sent alone costs both sides as much as many rows. Those without rows are left out. */
export function oneStatement({ org_id, lane, now }: Shared, parts: readonly Part[]) {
  const full = parts.filter(({ columns }) => columns.some((column) => column.length > 0))
  const name = `keep ${full.map((part) => part.name).join('')}`
  const text = texts.get(name) ?? textOf(full)
  texts.set(name, text)
  const values = [org_id, lane, now, ...full.flatMap(({ columns }) => columns)]
  return { name, text, values: binaryValues(text, values) }
}

function textOf(full: readonly Part[]): string {
  let before = 3
  const placed = full.map(({ name, text, columns }) => {
    const own = text
      .replace(/\$(\d+)/g, (_, nth: string) => `$${Number(nth) + before}`)
      .replace(/\{(org|lane|now)\}/g, (_, which: keyof typeof SHARED) => SHARED[which])
    before += columns.length
    return `${name} AS (${own})`
  })
  // Each of the shared values is used, lest the database asks of what type it is.
  return `WITH shared AS (SELECT $1::uuid, $2::uuid, $3::timestamptz), ${placed.join(', ')}
          ${full.find(({ answer }) => answer)?.answer ?? 'SELECT'}`
}
