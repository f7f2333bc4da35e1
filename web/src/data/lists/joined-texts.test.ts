import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from 'sync-protocol/rules/search-words'
import { JoinedTexts } from './joined-texts.ts'

test('finds the texts that hold every word, as looking into each does', () => {
  const letters = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(letters('a', 'b', 'é', '\n', ' ', '🐕'), { maxLength: 12 }),
      letters('a', 'b', 'é', ' ', '🐕'),
      (texts, typed) => {
        const words = wordsOf(typed)
        fc.pre(words.length > 0)
        const each = [...texts.keys()].filter((at) => words.every((word) => texts[at]?.includes(word)))
        expect(new JoinedTexts(texts).holding(words)).toEqual(each)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('finds a common word in all of very many texts, and what else was asked for in some', () => {
  const texts = Array.from({ length: 3_000 }, (_, index) => `drug number ${index}`)
  expect(new JoinedTexts(texts).holding(['drug'])).toEqual([...texts.keys()])
  const some = [...texts.keys()].filter((at) => String(at).includes('99'))
  expect(new JoinedTexts(texts).holding(['number', '99'])).toEqual(some)
})

test('finds nothing in nothing', () => {
  expect(new JoinedTexts([]).holding(['a'])).toEqual([])
  expect(new JoinedTexts(['', '']).holding(['a'])).toEqual([])
})
