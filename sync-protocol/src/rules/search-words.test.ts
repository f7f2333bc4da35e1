import { expect, test } from 'vitest'
import { wordsOf, writtenDays } from './search-words.ts'

test('[Q-125] words are split on blanks, in lower case, and blanks alone are none', () => {
  expect(wordsOf('  Tart\tBUTOR (100) ')).toEqual(['tart', 'butor', '(100)'])
  expect(wordsOf('  ')).toEqual([])
})

test('[Q-100] a day is found as MM/DD/YYYY and MM/DD/YY, with and without leading zeros', () => {
  const written = writtenDays('2026-03-05').split(' ')
  for (const typed of ['03/05/2026', '3/5/2026', '03/05/26', '3/5/26', '3/05/2026', '03/5/26'])
    expect(written).toContain(typed)
  expect(written).not.toContain('2026-03-05')
})
