/** Lets Excel read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula, also in its full-width form. */
const FORMULA = /^[\s\u00A0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

/**
 * A row as RFC 4180 writes it: every field in quotes, ended by CRLF. A field that a spreadsheet would compute begins with an
 * apostrophe, which makes it text.
 */
export const csvRow = (fields: readonly string[]): string =>
  `${fields
    .map((field) => (FORMULA.test(field) ? `'${field}` : field))
    .map((field) => `"${field.replaceAll('"', '""')}"`)
    .join(',')}\r\n`
