import { expect, test } from 'vitest'
import { createText } from './create-text.ts'

test.each([
  [['K-1'], 'bottle K-1'],
  [['K-1', 'K-2'], 'bottles K-1 and K-2'],
  // A balance sheet that began with more than its bottle holds.
  [['', 'K-2'], 'bottle K-2 and the other bottles'],
  [['', 'K-2', 'K-3'], 'bottles K-2, K-3, and the other bottles'],
])('the bottles %j read as a sentence', (open, words) => {
  expect(createText.balanceIn(open)).toBe(`Balance of ${words}`)
  expect(createText.shouldHold(open, '18.56')).toBe(
    `B${words.slice(1)} should have held 18.56 ml${open.length > 1 ? ' together' : ''}.`,
  )
})

test('what several bottles hold is never said of one of them alone', () => {
  const two = ['K-118', 'K-119']
  expect(createText.nextOpens(['K-119'])).toBe(
    'The next balance sheet starts with bottle K-119 and this balance.',
  )
  expect(createText.nextOpens(two)).toBe(
    'The next balance sheet starts with bottles K-118 and K-119, which hold this balance together.',
  )
  expect(createText.branch('11/20/2026', 'Ana', two, '18.76')).toBe(
    '11/20/2026 by ANA: bottles K-118 and K-119, 18.76 ml together',
  )
  expect(createText.branch('11/20/2026', 'Ana', ['K-119'], '8')).toBe('11/20/2026 by ANA: bottle K-119, 8 ml')
  expect(createText.newerText(['', 'K-119'], '18.76')).toBe(
    'It closed with bottle K-119 and the other bottles at 18.76 ml together.',
  )
})
