import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('never cuts a letter in two', () => {
  expect(cutText('Rex', 50)).toBe('Rex')
  expect(cutText('Rexy', 3)).toBe('Rex')
  expect(cutText('Re🐕', 3)).toBe('Re')
  expect(cutText('Re🐕', 4)).toBe('Re🐕')
})
