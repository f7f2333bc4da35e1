import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pastedTable } from '../records/pasted-table.ts'
import { csvFile, csvRow, unguarded } from './csv-row.ts'

describe('a row of CSV', () => {
  test('quotes every field and doubles quotes; commas and line ends stay inside', () => {
    expect(csvRow(['a', 'b,c', 'say "no"', 'two\r\nlines', ''])).toBe(
      '"a","b,c","say ""no""","two\r\nlines",""\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\uFF1D1', "'=1", "''-1"])(
    'makes text of what a spreadsheet would compute: %j',
    (field) => {
      expect(csvRow([field])).toBe(`"'${field}"\r\n`)
    },
  )

  test('leaves a number a number, below zero too', () => {
    expect(csvRow([-0.5, 4, '-0.5'])).toBe('"-0.5","4","\'-0.5"\r\n')
  })

  test('gives back every text as it was', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^'{0,2}[ =+@-]{0,2}[a-z]{0,3}$/),
    )
    fc.assert(
      fc.property(text, (field) => {
        const written = csvRow([field]).slice(1, -3).replaceAll('""', '"')
        expect(unguarded(written)).toBe(field)
        expect(/^[\s\u00A0]*[=+\-@]/.test(written)).toBe(false)
      }),
    )
  })

  test('is a file that Excel reads as UTF-8 and a paste reads as a table', async () => {
    const bytes = new Uint8Array(
      await csvFile([
        ['Drug name', 'µ'],
        ['Ketamine', '-1'],
      ]).arrayBuffer(),
    )
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    expect(pastedTable(new TextDecoder().decode(bytes))).toEqual([
      ['Drug name', 'µ'],
      ['Ketamine', "'-1"],
    ])
  })
})
