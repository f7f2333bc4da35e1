import { weightBands } from 'sync-protocol/rules/weight-guard'
import { describe, expect, test } from 'vitest'
import type { DayRow } from '../../data/view/day-rows.ts'
import {
  cellIs,
  columnIs,
  readPaste,
  startPaste,
  unitsBeside,
  withUnitsApart,
  type Paste,
} from './pasted-patients.ts'

const DAY = '2026-11-27'
const listed = (name: string, species: 0 | 1) => ({ content: { name, species } }) as DayRow
const begun = (table: readonly (readonly string[])[], rows: readonly DayRow[] = []) =>
  startPaste(table, rows, DAY)
const doubtsOf = (paste: Paste) =>
  readPaste(paste, [], DAY).map(({ doubts }) => doubts.map(({ column, message }) => [column, message]))

describe('what the columns hold', () => {
  test('is said by a header, in the words that clinics use, with the unit of the weights', () => {
    const paste = begun([
      ['No.', 'Animal Name', 'SPECIES', 'Weight (kg)', 'Gender', 'Kennel #', 'Microchip'],
      ['1', 'Rex', 'Dog', '12.5', 'M', 'B4', '9851'],
    ])
    expect(paste.columns).toEqual(['line', 'name', 'species', 'weight', 'sex', null, null])
    expect(paste.units).toBe('kg')
    expect(readPaste(paste, [], DAY)).toEqual([
      {
        row: {
          day: DAY,
          status: 'listed',
          name: 'Rex',
          species: 0,
          line: '1',
          sex: 'M',
          weight: 12.5,
          weight_units: 'kg',
          estimated: true,
        },
        doubts: [],
        isListed: false,
        isRepeated: false,
        unusual: null,
      },
    ])
  })

  test('is told by the cells where there is no header, but never that a number is a weight', () => {
    const paste = begun([
      ['1', 'Rex', 'dog', '12.5'],
      ['2', 'Mimi', 'CAT', '4.1'],
    ])
    expect(paste.cells).toHaveLength(2)
    expect(paste.columns).toEqual([null, 'name', 'species', null])
  })

  test('is one thing of one column', () => {
    const paste = begun([
      ['Name', 'Pet name', 'Species'],
      ['Rex', 'Rexy', 'dog'],
    ])
    expect(paste.columns).toEqual(['name', null, 'species'])
    expect(columnIs(paste, 1, 'name').columns).toEqual([null, 'name', 'species'])
  })
})

describe('a cell that cannot be taken as it stands', () => {
  const HEADER = ['Name', 'Species', 'Weight', 'Units']
  test.each([
    [
      ['Rex', 'dog', '12,5', 'kg'],
      [2, 'Use a decimal point, such as 12.5.'],
    ],
    [
      ['Rex', 'dog', '12.5kg', ''],
      [2, 'Enter the number alone, such as 12.5.'],
    ],
    [
      ['Rex', 'dog', '1O', 'kg'],
      [2, 'Enter the number alone, such as 12.5.'],
    ],
    [
      ['Rex', 'dog', '1e1', 'kg'],
      [2, 'Enter the number alone, such as 12.5.'],
    ],
    [
      ['Rex', 'dog', '0', 'kg'],
      [2, 'A weight must be more than zero.'],
    ],
    [
      ['Rex', 'dog', '-3', 'kg'],
      [2, 'A weight must be more than zero.'],
    ],
    [
      ['Rex', 'dog', '12.5', 'g'],
      [3, 'Write kg or lb.'],
    ],
    [
      ['Rex', 'dog', '12.5', ''],
      [3, 'kg or lb?'],
    ],
    [
      ['Rex', 'C', '12.5', 'kg'],
      [1, 'Write dog or cat.'],
    ],
    [
      ['Rex', 'rabbit', '', ''],
      [1, 'Write dog or cat.'],
    ],
    [
      ['Rex', '', '', ''],
      [1, 'Dog or cat?'],
    ],
    [
      ['', 'cat', '', ''],
      [0, 'The name is missing.'],
    ],
  ] as const)('%j is doubted, and never guessed', (cells, doubt) => {
    const paste = begun([HEADER, cells])
    expect(doubtsOf(paste)).toEqual([[doubt]])
    expect(readPaste(paste, [], DAY)[0]?.row).toBeNull()
  })

  test('a name that is too long says what the server would say', () => {
    const [doubts] = doubtsOf(begun([HEADER, ['x'.repeat(51), 'dog', '', '']]))
    expect(doubts).toEqual([[0, 'Patient name is too long.']])
  })

  test('is corrected in its place', () => {
    const paste = begun([HEADER, ['Rex', 'dog', '12,5', 'lbs']])
    expect(readPaste(cellIs(paste, 0, 2, '12.5'), [], DAY)[0]?.row).toMatchObject({
      weight: 12.5,
      weight_units: 'lb',
      estimated: true,
    })
  })
})

test('species and unit of all are for those of whom the list does not say it', () => {
  const paste = begun([
    ['Name', 'Species', 'Wt'],
    ['Rex', 'dog', '12'],
    ['Mimi', '', ''],
  ])
  expect(doubtsOf(paste)).toEqual([[[null, 'kg or lb?']], [[1, 'Dog or cat?']]])
  const told = { ...paste, species: '1', units: 'lb' } as const
  expect(readPaste(told, [], DAY).map(({ row }) => row)).toMatchObject([
    { name: 'Rex', species: 0, weight: 12, weight_units: 'lb' },
    { name: 'Mimi', species: 1 },
  ])
})

test('whoever is on the list already is left out at first, a namesake of the other species is not', () => {
  const table = [
    ['Name', 'Species'],
    ['bella', 'dog'],
    ['Bella', 'cat'],
    ['Otto', 'dog'],
  ]
  expect(begun(table, [listed('Bella', 0)]).left).toEqual([0])
  expect(begun([['Name'], ['Bella'], ['Otto']], [listed('Bella', 0)]).left).toEqual([0])
})

test('a weight that no dog and no cat has is said, by what is usual in this clinic, and stops nobody', () => {
  const paste = begun([
    ['Name', 'Species', 'Weight', 'Units'],
    ['Rex', 'dog', '9000', 'kg'],
    ['Tiger', 'cat', '340', 'kg'],
    ['Otto', 'dog', '85', 'kg'],
    ['Mimi', 'cat', '4', 'kg'],
    ['Nobody', 'rabbit', '340', 'kg'],
  ])
  const levels = (read: ReturnType<typeof readPaste>) => read.map(({ unusual }) => unusual?.level)
  const read = readPaste(paste, [], DAY)
  expect(levels(read)).toEqual(['red', 'red', 'amber', undefined, undefined])
  expect(read[0]).toMatchObject({ doubts: [], row: { weight: 9000 } })
  expect(read[0]?.unusual?.short).toContain('too heavy for a dog')
  expect(levels(readPaste(paste, [], DAY, weightBands({ dog_heaviest: 90 })))[2]).toBeUndefined()
})

test('what stands twice in the list is left out the second time, whatever its number; a namesake is not', () => {
  const paste = begun([
    ['No.', 'Name', 'Species', 'Cage'],
    ['1', 'Rex', 'dog', 'K1'],
    ['2', 'rex ', 'Dog', 'K1'],
    ['3', 'Rex', 'dog', 'K2'],
  ])
  expect(readPaste(paste, [], DAY).map(({ isRepeated }) => isRepeated)).toEqual([false, true, false])
  expect(paste.left).toEqual([1])
})

test('units beside their numbers get a column of their own when somebody asks; what is no such weight keeps its mark', () => {
  const paste = begun([
    ['Name', 'Weight', 'Species'],
    ['Rex', '44 lb', 'dog'],
    ['Ace', '12.5kg', 'dog'],
    ['Bo', '12,5 kg', 'dog'],
    ['Mia', 'about 4 kg', 'cat'],
    ['Kit', '4', 'cat'],
    ['Tom', '', 'cat'],
  ])
  expect(unitsBeside(paste)).toBe(2)
  expect(unitsBeside({ ...paste, left: [0] })).toBe(1)
  const split = withUnitsApart(paste)
  expect(unitsBeside(split)).toBe(0)
  expect(split.columns).toEqual(['name', 'weight', 'weight_units', 'species'])
  expect(split.cells.slice(0, 3)).toEqual([
    ['Rex', '44', 'lb', 'dog'],
    ['Ace', '12.5', 'kg', 'dog'],
    ['Bo', '12,5 kg', '', 'dog'],
  ])
  const read = readPaste(split, [], DAY)
  expect(read.map(({ row }) => row && [row.weight, row.weight_units])).toEqual([
    [44, 'lb'],
    [12.5, 'kg'],
    null,
    null,
    null,
    [undefined, undefined],
  ])
  // Without a unit beside it: its cell asks.
  expect(doubtsOf(split)[4]).toEqual([[2, 'kg or lb?']])
})
