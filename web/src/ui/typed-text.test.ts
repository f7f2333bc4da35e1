import { expect, test } from 'vitest'
import { typedText } from './typed-text.ts'

test('what turns text round is left out of what is pasted, letters of every language stay', () => {
  expect(typedText('Rex\u202E 12.34')).toBe('Rex 12.34')
  expect(typedText('\u2067Bella\u2069')).toBe('Bella')
  for (const text of ['بيلا', 'בלה', 'Žofie', '🐕‍🦺', 'line\nline\ttab']) expect(typedText(text)).toBe(text)
})
