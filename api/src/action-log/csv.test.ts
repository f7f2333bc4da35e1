import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRow } from './csv.ts'
import { readCsv } from './testing-csv.ts'

describe('a row of CSV', () => {
  test('quotes every field and doubles quotes; commas and line ends stay inside', () => {
    expect(csvRow(['a', 'b,c', 'say "no"', 'two\r\nlines', ''])).toBe(
      '"a","b,c","say ""no""","two\r\nlines",""\r\n',
    )
  })

  test.each([
    '=1+1',
    '=HYPERLINK("http://evil","x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\n=1',
    '\uFF1D1',
    '\uFF0B1',
    '\uFF0D1',
    '\uFF201',
  ])('makes text of what a spreadsheet would compute: %j', (field) => {
    expect(readCsv(csvRow([field, 'x']))).toEqual([[`'${field}`, 'x']])
  })

  test('leaves all other text as it is, and is read back', () => {
    const plain = fc
      .string({ unit: 'grapheme' })
      .filter((field) => !/^[\s\u00A0]*[=+\-@＝＋－＠]|^[\t\r]/.test(field))
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (fields) => {
        expect(readCsv(csvRow(fields) + csvRow(fields))).toEqual([fields, fields])
      }),
    )
  })
})
