import { expect, it } from 'vitest'
import { savedSheetsText as text } from './saved-sheets-text.ts'

it('says what the specification says, word for word', () => {
  expect(Object.values(text.placeholders)).toEqual([
    'Search by patient name',
    'Search by procedure name',
    'Search by sheet author',
    'Search by MM/DD/YYYY',
  ])
  expect(text.sheetFor('Bella')).toBe('Anesthesia Sheet for Bella')
})

it('[Q-21] [Q-43] says what a deletion takes with it', () => {
  expect(text.voidsDraws(1)).toContain('1 controlled draw is struck through')
  expect(text.voidsDraws(3)).toContain('3 controlled draws are struck through')
  expect(text.cited(2)).toContain('2 balance sheets use what was drawn')
})
