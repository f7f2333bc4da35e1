import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkBlankPages } from './blank-pages.ts'

it.each([
  ['1', { pages: 1 }],
  [' 3 ', { pages: 3 }],
  ['100', { pages: 100 }],
  ['007', { pages: 7 }],
  ['2.0', { pages: 2 }],
  ['', { message: 'Number of pages is required.' }],
  ['  ', { message: 'Number of pages is required.' }],
  ['two', { message: 'Number of pages must be a valid number.' }],
  ['1e2', { message: 'Number of pages must be a valid number.' }],
  ['2.5', { message: 'Number of pages must be a valid number.' }],
  ['0', { message: 'Number of pages must be greater than zero.' }],
  ['-1', { message: 'Number of pages must be greater than zero.' }],
  ['101', { message: 'Number of pages is too large.' }],
  ['9'.repeat(400), { message: 'Number of pages is too large.' }],
])('%j pages: %o', (typed, answer) => {
  expect(checkBlankPages(typed)).toStrictEqual(answer)
})

it('takes exactly the whole numbers from 1 to 100', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 300 }), (count) => {
      const taken = 'pages' in checkBlankPages(String(count))
      expect(taken).toBe(count >= 1 && count <= 100)
    }),
  )
})
