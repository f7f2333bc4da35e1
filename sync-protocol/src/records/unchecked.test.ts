import { expect, test } from 'vitest'
import { fieldsOf, listIn, textIn } from './unchecked.ts'

test('what is no object has no fields, and what is no text or list counts as none', () => {
  for (const value of [undefined, null, 'Rex', 5, true, [{ name: 'Rex' }]]) {
    expect(fieldsOf<{ name: string }>(value).name).toBeUndefined()
  }
  expect(fieldsOf<{ name: string }>({ name: 5 }).name).toBe(5)
  expect([undefined, null, 5, ['Rex'], { name: 'Rex' }].map(textIn)).toEqual(['', '', '', '', ''])
  expect([undefined, null, 5, 'Rex', { length: 1 }].map(listIn)).toEqual([[], [], [], [], []])
  expect([textIn('Rex'), listIn(['Rex'])]).toEqual(['Rex', ['Rex']])
})
