import { expect, it } from 'vitest'
import { sheetIdFrom } from '../records/sheet-id.ts'
import { uuidv7 } from '../records/uuid.ts'
import { correctedBy, groupsOfSheets } from './related-sheets.ts'

const id = (n: number) => uuidv7(1_796_000_000_000 + n, new Uint8Array(16).fill(n))
const [draft, first, again, third, other, row] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

it('takes sheets of one open sheet, of one patient of the day list and corrections for one patient’s', () => {
  const twin = sheetIdFrom(draft, id(9))
  const groupOf = groupsOfSheets([
    { _id: again, corrects: first },
    { _id: third, corrects: again },
    { _id: other, day_row: row },
    { _id: twin, day_row: row },
  ])
  expect(new Set([first, again, third].map(groupOf)).size).toBe(1)
  expect(new Set([other, twin, draft].map(groupOf)).size).toBe(1)
  expect(groupOf(first)).not.toBe(groupOf(other))
  expect(groupOf(id(7))).not.toBe(groupOf(first))
  // What joins two groups comes last.
  const joined = groupsOfSheets([
    { _id: again, corrects: first },
    { _id: other, day_row: row },
    { _id: third, corrects: again, day_row: row },
  ])
  expect(new Set([first, again, third, other].map(joined)).size).toBe(1)
})

it('knows what was corrected over several steps, and ends in a circle', () => {
  const corrects = new Map([
    [third, again],
    [again, first],
  ])
  const before = (sheetId: string) => corrects.get(sheetId)
  expect(correctedBy([third], before)).toEqual(new Set([again, first]))
  expect(correctedBy([again, other], before)).toEqual(new Set([first]))
  corrects.set(first, third)
  expect(correctedBy([third], before)).toEqual(new Set([again, first]))
})
