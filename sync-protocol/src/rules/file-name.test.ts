import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFileName, defaultSheetFileName, safeFileName } from './file-name.ts'

describe('the default file name', () => {
  it.each([
    ['Rex', '03.05.2026 - Rex'],
    ['  Rex ', '03.05.2026 - Rex'],
    ['x'.repeat(50), `03.05.2026 - ${'x'.repeat(37)}`],
    [`${'x'.repeat(36)} y`, `03.05.2026 - ${'x'.repeat(36)}`],
    [`${'x'.repeat(36)}🐕`, `03.05.2026 - ${'x'.repeat(36)}`],
  ])('of %s', (name, expected) => {
    expect(defaultSheetFileName('2026-03-05', name)).toBe(expected)
  })

  it('never breaks its own rule', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const made = defaultSheetFileName('2026-12-31', name)
        expect(checkFileName(made)).toBeNull()
        expect(made).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})

it.each([
  ['', 'Please enter the file name.'],
  ['  ', 'Please enter the file name.'],
  ['x', null],
  ['x'.repeat(50), null],
  ['x'.repeat(51), 'Your file name is too long.'],
])('a typed file name %j: %s', (typed, message) => {
  expect(checkFileName(typed)).toBe(message)
})

it.each([
  ['CS - 03/05/2026', 'CS - 03-05-2026'],
  ['a<b>c:d"e/f\\g|h?i*j', 'a-b-c-d-e-f-g-h-i-j'],
  ['tab\there\u0000\u009f', 'tab-here--'],
  ['fdp.\u202exeR', 'fdp.-xeR'],
  ["O'Malley, Жучка & Σοφία (2) é", "O'Malley, Жучка & Σοφία (2) é"],
  [' Rex ', 'Rex'],
])('%j is saved as %j', (typed, saved) => {
  expect(safeFileName(typed)).toBe(saved)
})
