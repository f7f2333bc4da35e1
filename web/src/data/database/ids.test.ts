import { expect, test } from 'vitest'
import { id } from 'sync-protocol/records/fields'
import { newId } from './ids.ts'

test('every identity is an id, and another one', () => {
  expect(id.safeParse(newId()).success).toBe(true)
  expect(newId()).not.toBe(newId())
})
