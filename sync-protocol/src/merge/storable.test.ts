import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testId } from '../testing/examples.ts'
import { behalfMark } from './on-behalf.ts'
import { resubmissionMark } from './resubmission.ts'
import { isStorable, longestJson } from './storable.ts'

test('[P7] no JSON text is longer than it is said to be at the most', () => {
  const odd = fc.oneof(
    fc.constantFrom('\u0000', '\ud800', '"\\', -1.234567890123456e-300, null, true),
    fc.string({ unit: 'binary' }),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      odd,
      fc.double(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 3 }),
    ),
  }))
  fc.assert(
    fc.property(value, (each) => {
      expect(JSON.stringify(each).length).toBeLessThanOrEqual(longestJson(each))
    }),
  )
})

test.each(['\u0000', 'a\ud800', '\udc00b'])('%j is not stored, wherever it stands', (text) => {
  for (const value of [text, [text], { a: { [text]: 1 } }, { a: [{ b: text }] }])
    expect(isStorable(value)).toBe(false)
  expect(isStorable({ a: ['x\ud83d\ude00\n', { é: 0 }] })).toBe(true)
})

test.each([
  ['resubmission', resubmissionMark, { receipt: 'a'.repeat(64) }],
  ['somebody else’s change', behalfMark, { lane: testId(1, 2) }],
])('the mark of a %s has a name that can be stored', (_, mark, more) => {
  const isMark = (user_name: string) => mark.safeParse({ user_id: testId(1, 1), user_name, ...more }).success
  expect(['Ana', 'Ana\u0000', 'Ana\uD800'].map(isMark)).toEqual([true, false, false])
})
