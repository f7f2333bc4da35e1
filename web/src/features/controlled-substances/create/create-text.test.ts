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

test.each([
  [-1356, 'This is 13.56 ml less than the closing balance of the last sheet. Both stay on record.'],
  [20, 'This is 0.2 ml more than the closing balance of the last sheet. Both stay on record.'],
  // Of another bottle, or another container.
  [0, 'This differs from the closing balance of the last sheet. Both stay on record.'],
])(
  'a previous balance that is typed anew says how far it is from the last sheet: %i',
  (difference, words) => {
    expect(createText.differs(difference)).toBe(words)
  },
)
