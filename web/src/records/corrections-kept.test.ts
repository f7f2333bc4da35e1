import { beginningOf } from 'sync-protocol/records/sheet-id'
import { expect, test } from 'vitest'
import { MemoryStorage } from '../data/database/testing/memory-storage.ts'
import { firstOf, keepCorrections, readCorrections } from './corrections-kept.ts'

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((n) => `0193ccc${n}-0000-7000-8000-aaa000000000`) as [
  string,
  string,
  string,
]

test('which sheet corrects which is known after a reload, and the code is that of the first', () => {
  const storage = new MemoryStorage()
  expect(firstOf(THIRD, readCorrections(storage))).toBe(THIRD)
  keepCorrections(storage, [[SECOND, FIRST]])
  keepCorrections(storage, [[THIRD, SECOND]])
  // Saved anew in its own place it corrects nothing.
  keepCorrections(storage, [[FIRST, FIRST]])
  const known = readCorrections(storage)
  expect([...known.keys()]).toEqual([beginningOf(SECOND), beginningOf(THIRD)])
  expect([FIRST, SECOND, THIRD].map((id) => firstOf(id, known))).toEqual([FIRST, FIRST, FIRST])
  // The next patient was typed over it before it was saved: what is saved speaks for itself.
  keepCorrections(storage, [[THIRD, SECOND]], [SECOND, THIRD])
  expect([...readCorrections(storage).keys()]).toEqual([beginningOf(THIRD)])
})

test('what is kept never runs in a circle, ends at a hundred, and may be broken', () => {
  const circle = new Map([
    [beginningOf(FIRST), SECOND],
    [beginningOf(SECOND), FIRST],
  ])
  expect([FIRST, SECOND]).toContain(firstOf(FIRST, circle))
  const storage = new MemoryStorage()
  for (let n = 0; n < 120; n++)
    keepCorrections(storage, [[`${String(n).padStart(4, '0')}${FIRST.slice(4)}`, FIRST]])
  expect(readCorrections(storage).size).toBe(100)
  storage.setItem('new-sheet/corrections', '{')
  expect(readCorrections(storage).size).toBe(0)
})
