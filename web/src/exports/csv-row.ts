/** Lets Excel read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet takes for the beginning of a formula, also in its full-width form, and the same behind apostrophes: so each
 * text has one way of being written, and `unguarded` gives back what it was.
 */
const FORMULA = /^'*(?:[\s\u00A0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/

/**
 * A row as RFC 4180 writes it: every field in quotes, ended by CRLF. A field that a spreadsheet would compute begins with an
 * apostrophe, which makes it text.
 */
export const csvRow = (fields: readonly string[]): string =>
  `${fields
    .map((field) => (FORMULA.test(field) ? `'${field}` : field))
    .map((field) => `"${field.replaceAll('"', '""')}"`)
    .join(',')}\r\n`

/** A field as it was before `csvRow`. */
export const unguarded = (field: string): string =>
  field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field

export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...rows.map(csvRow)], { type: 'text/csv;charset=utf-8' })
