import { expect, test } from 'vitest'
import { id } from './fields.ts'
import { uuidv7 } from './uuid.ts'

test('ids are UUIDv7 that sort by their time', () => {
  const chance = new Uint8Array(16).fill(255)
  const [early, late] = [uuidv7(1_700_000_000_000, chance), uuidv7(1_700_000_000_001, new Uint8Array(16))]
  expect(early).toBe('018bcfe5-6800-7fff-bfff-ffffffffffff')
  expect(early < late).toBe(true)
  expect(id.safeParse(late).success).toBe(true)
})
