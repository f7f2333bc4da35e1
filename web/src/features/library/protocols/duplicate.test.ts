import { expect, test } from 'vitest'
import { NAME_MAX } from 'sync-protocol/records/limits'
import { copyName } from './duplicate.tsx'

test('a copy is named after its original, within the limit of a name', () => {
  expect(copyName('Spay A')).toBe('Copy of Spay A')
  expect(copyName('n'.repeat(NAME_MAX))).toBe(`Copy of ${'n'.repeat(NAME_MAX - 8)}`)
  expect(copyName('ab '.repeat(16)).length).toBeLessThanOrEqual(NAME_MAX)
  expect(copyName(`${'n'.repeat(41)}\u{1f436}`)).toBe(`Copy of ${'n'.repeat(41)}`)
  expect(copyName('ab '.repeat(16))).not.toMatch(/\s$/)
})
