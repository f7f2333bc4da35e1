import { expect, it } from 'vitest'
import { substanceText } from '../controlled-substances-text.ts'
import { balanceListText as text } from './balance-list-text.ts'

it('says what the specification says, word for word', () => {
  expect(text.placeholders.name).toBe('Search by drug name...')
  expect(text.placeholders.author).toBe('Search by author name...')
  expect(text.create).toBe('CREATE')
  expect(text.combined).toBe('combined')
  expect(substanceText.title('Ketamine', '100')).toBe('Ketamine 100 mg/ml')
  expect([text.selectRange, text.submitRange]).toEqual(['Select Date Range', 'SUBMIT RANGE'])
  expect(text.rangeIsOf).toBe(
    'This is the date of the balance, not the date on which the sheet was generated.',
  )
  expect(text.deleteOne('Ketamine', '11/20/2026')).toBe('Delete Ketamine (11/20/2026)?')
  expect(text.combineTitle(2)).toBe('Combine 2 Balances?')
  expect(text.combine).toBe('COMBINE')
})
