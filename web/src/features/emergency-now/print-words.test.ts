import { expect, it } from 'vitest'
import type { EmergencyPaper } from '../../exports/emergency-paper.ts'
import { printWords } from './print-words.ts'

const paper = (patient: string, ...drugs: string[]): EmergencyPaper => ({
  title: 'Emergency doses',
  clinic: 'Riverside',
  patient,
  species: 'Canine',
  weight: '10 kg',
  otherWeight: '22.05 lb',
  printed: 'Printed 11/26/2026, 3:05 PM',
  before: [],
  parts: [
    {
      title: 'CPR',
      rows: drugs.map((name) => ({ volume: '0.1', unit: 'ml', name, route: 'IV', amounts: '', notes: [] })),
      after: [],
    },
  ],
})

it('says nothing of a paper that has every letter', () => {
  expect(printWords(paper('Bella', 'Epinephrine'))).toEqual({ refused: false, words: [] })
})

it('refuses drugs without their name, and names each once', () => {
  expect(printWords(paper('小白', '氯胺酮', 'Atropine', 'Vitamin 🅱', '氯胺酮'))).toEqual({
    refused: true,
    words: ['No PDF can be made: it would not show the name of 氯胺酮, Vitamin 🅱.'],
  })
})

it('says that the patient’s name is not on the paper, which is made', () => {
  expect(printWords(paper('小白', 'Epinephrine'))).toEqual({
    refused: false,
    words: ['The PDF does not show the patient’s name: paper has no letters for it.'],
  })
})

it('says which names lack some letters on the paper', () => {
  expect(printWords(paper('Rex 小白', 'Epinephrine 🐶'))).toEqual({
    refused: false,
    words: ['The PDF shows a placeholder for some letters of Rex 小白, Epinephrine 🐶.'],
  })
  expect(printWords(paper('小白', 'Epinephrine 🐶')).words).toHaveLength(2)
})
