import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balanceDocumentName,
  blankBalanceName,
  checkFileName,
  defaultBalanceFileName,
  defaultSheetFileName,
  safeFileName,
} from './file-name.ts'

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

describe('the names of a balance sheet', () => {
  const named = (drug_name: string, drug_concentration: number, date_end = '2025-03-03') => ({
    drug_name,
    drug_concentration,
    date_start: '2025-03-03',
    date_end,
  })

  it.each([
    [named('Ketamine', 100), 'CS - 03.03.2025 - Ketamine 100 mgml'],
    [named('Ketamine', 100, '2025-04-01'), 'CS - 03.03.2025-04.01.2025 - Ketamine 100 mgml'],
    [named('Dexmedetomidine Hydrochloride', 0.5), 'CS - 03.03.2025 - Dexmedetomidine Hydroch 0.5 mgml'],
    [named('Dexmedetomidine', 12.345, '2025-04-01'), 'CS - 03.03.2025-04.01.2025 - Dexmedeto 12.345 mgml'],
  ])('are cut in the drug, never in the strength: %o', (sheet, name) => {
    expect(defaultBalanceFileName(sheet)).toBe(name)
    expect(name.length).toBeLessThanOrEqual(50)
  })

  it('never break the rule of file names, and always end with the whole strength', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.boolean(),
        (drug, thousandths, range) => {
          const made = defaultBalanceFileName(
            named(drug, thousandths / 1000, range ? '2025-04-01' : '2025-03-03'),
          )
          expect(checkFileName(made)).toBeNull()
          expect(made).not.toMatch(/\p{Cs}/u)
          expect(Number(/ ([\d.]+) mgml$/.exec(made)?.[1])).toBe(thousandths / 1000)
        },
      ),
    )
  })

  it('are those of the document and of blank sheets', () => {
    expect(balanceDocumentName(named(' Ketamine ', 100))).toBe('Ketamine Balance Sheet - 03.03.2025')
    expect(balanceDocumentName(named('Ketamine', 100, '2025-04-01'))).toBe(
      'Ketamine Balance Sheet - 03.03.2025-04.01.2025',
    )
    expect(blankBalanceName('Ketamine', '2025-03-03')).toBe('Ketamine Balance Sheet - 03.03.2025 (Blank)')
  })
})
