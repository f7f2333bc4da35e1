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
