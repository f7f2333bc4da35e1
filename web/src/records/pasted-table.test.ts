import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CELLS_MAX, pastedTable } from './pasted-table.ts'

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const cell = fc.string({ maxLength: 12 }).map((text) => text.trim())

test('a table comes back as it was, whatever divides its cells and whatever stands in them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('\t', ';', ','),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 2, max: 6 }).chain((width) =>
        fc.array(fc.tuple(fc.constant('x'), fc.array(cell, { minLength: width - 1, maxLength: width - 1 })), {
          minLength: 1,
          maxLength: 20,
        }),
      ),
      (delimiter, newline, mark, made) => {
        const table = made.map(([first, rest]) => [first, ...rest])
        const text =
          (mark ? '\uFEFF' : '') + table.map((row) => row.map(quoted).join(delimiter)).join(newline)
        const width = table[0]?.length ?? 0
        const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
          table.some((row) => row[at] !== ''),
        )
        expect(pastedTable(text)).toEqual(table.map((row) => used.map((at) => row[at])))
      },
    ),
  )
})

test('a decimal comma divides nothing where tabs or semicolons do', () => {
  expect(pastedTable('Rex;dog;12,5\nMimi;cat;4,1')).toEqual([
    ['Rex', 'dog', '12,5'],
    ['Mimi', 'cat', '4,1'],
  ])
  expect(pastedTable('Rex\tSmith, J.\nMimi\tMeyer, K.')).toEqual([
    ['Rex', 'Smith, J.'],
    ['Mimi', 'Meyer, K.'],
  ])
  expect(pastedTable('Rex\ta, b, c\nMimi\td, e, f')).toEqual([
    ['Rex', 'a, b, c'],
    ['Mimi', 'd, e, f'],
  ])
})

test('a list of names is one column, blank rows and empty columns are left out, short rows are filled', () => {
  expect(pastedTable('Rex\n\n  Mimi \n')).toEqual([['Rex'], ['Mimi']])
  expect(pastedTable('Rex\t\tdog\nMimi\t\tcat\nOtto')).toEqual([
    ['Rex', 'dog'],
    ['Mimi', 'cat'],
    ['Otto', ''],
  ])
  expect(pastedTable(' \n')).toEqual([])
})

test('more cells than a list has are refused', () => {
  expect(pastedTable('a\tb\n'.repeat(CELLS_MAX / 2))).toHaveLength(CELLS_MAX / 2)
  expect(pastedTable('a\tb\n'.repeat(CELLS_MAX / 2 + 1))).toBeNull()
})
