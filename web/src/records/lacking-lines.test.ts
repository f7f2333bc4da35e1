import { expect, it } from 'vitest'
import { lackingLines } from './lacking-lines.ts'

it('names each drug once, also where one of its name lacks another limit', () => {
  const lines = lackingLines([
    { name: 'Ketamine', which: 'both' },
    { name: 'Ketamine', which: 'both' },
    { name: 'Ketamine', which: 'highest' },
    { name: 'Morphine', which: 'highest' },
  ])
  expect(lines).toEqual([
    { level: 'quiet', words: 'No limits recorded for Ketamine.' },
    { level: 'quiet', words: 'No highest dosage recorded for Ketamine and Morphine.' },
  ])
  expect(lackingLines([])).toEqual([])
})
