import { expect, test } from 'vitest'
import { id as recordId } from './fields.ts'
import { beginningOf, sheetIdFrom } from './sheet-id.ts'
import { uuidv7 } from './uuid.ts'

const made = (atMs: number, fill: number) => uuidv7(atMs, new Uint8Array(16).fill(fill))

test('[M8] sheets saved from one open sheet tell of it, and are two', () => {
  const draft = made(1_764_000_000_000, 1)
  const first = sheetIdFrom(draft, made(1_764_000_900_000, 2))
  const second = sheetIdFrom(draft, made(1_764_000_900_000, 3))
  for (const each of [first, second]) {
    expect(recordId.safeParse(each).success).toBe(true)
    expect(beginningOf(each)).toBe(beginningOf(draft))
  }
  expect(first).not.toBe(second)
  expect(beginningOf(made(1_764_000_000_000, 4))).not.toBe(beginningOf(draft))
})
