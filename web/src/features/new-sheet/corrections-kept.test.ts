import { beginningOf } from 'sync-protocol/records/sheet-id'
import { expect, test } from 'vitest'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { firstOf, keepCorrection, readCorrections } from './corrections-kept.ts'

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((n) => `0193ccc${n}-0000-7000-8000-aaa000000000`) as [
  string,
  string,
  string,
]

test('which sheet corrects which is known after a reload, and the code is that of the first', () => {
  const storage = new MemoryStorage()
  expect(firstOf(THIRD, readCorrections(storage, 'ana'))).toBe(THIRD)
  keepCorrection(storage, 'ana', SECOND, FIRST)
  keepCorrection(storage, 'ana', THIRD, SECOND)
  // Saved anew in its own place it corrects nothing.
  keepCorrection(storage, 'ana', FIRST, FIRST)
  const known = readCorrections(storage, 'ana')
  expect([...known.keys()]).toEqual([beginningOf(SECOND), beginningOf(THIRD)])
  expect([FIRST, SECOND, THIRD].map((id) => firstOf(id, known))).toEqual([FIRST, FIRST, FIRST])
  expect(readCorrections(storage, 'ben').size).toBe(0)
})

test('what is kept never runs in a circle, ends at a hundred, and may be broken', () => {
  const circle = new Map([
    [beginningOf(FIRST), SECOND],
    [beginningOf(SECOND), FIRST],
  ])
  expect([FIRST, SECOND]).toContain(firstOf(FIRST, circle))
  const storage = new MemoryStorage()
  for (let n = 0; n < 120; n++)
    keepCorrection(storage, 'ana', `${String(n).padStart(4, '0')}${FIRST.slice(4)}`, FIRST)
  expect(readCorrections(storage, 'ana').size).toBe(100)
  storage.setItem('new-sheet/ana/corrections', '{')
  expect(readCorrections(storage, 'ana').size).toBe(0)
})
