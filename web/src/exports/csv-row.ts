/** Lets Excel read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet takes for the beginning of a formula, also in its full-width form, and the same behind apostrophes: so each
 * text has one way of being written, and `unguarded` gives back what it was.
 */
const FORMULA = /^'*(?:[\s\u00A0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/

/** A number is what it is, below zero too: it computes nothing. */
const written = (field: string | number): string =>
  typeof field === 'number' ? String(field) : FORMULA.test(field) ? `'${field}` : field

/**
 * A row as RFC 4180 writes it: every field in quotes, ended by CRLF. A text that a spreadsheet would compute begins with an
 * apostrophe, which makes it text.
 */
export const csvRow = (fields: readonly (string | number)[]): string =>
  `${fields.map((field) => `"${written(field).replaceAll('"', '""')}"`).join(',')}\r\n`

/** A field as it was before `csvRow`. */
export const unguarded = (field: string): string =>
  field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field

export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...rows.map(csvRow)], { type: 'text/csv;charset=utf-8' })
