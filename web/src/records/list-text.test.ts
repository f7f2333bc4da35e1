import { expect, it } from 'vitest'
import { listText as text } from './list-text.ts'

it.each([
  ['sheets', 'Sheets'],
  ['balances', 'Balances'],
  ['single draws', 'Single Draws'],
  ['anesthesia protocols', 'Anesthesia Protocols'],
])('says of %s what the specification says, word for word', (many, titled) => {
  expect(text.deleteMany(3, many)).toBe(`Delete 3 ${titled}?`)
  expect(text.conflictTitle(many)).toBe(`Cannot Delete ${titled}`)
  expect(text.conflict(many)).toBe(
    `We cannot delete the selected ${many} because one or more are owned by other members of your organization, and you don't have permissions to delete their records.`,
  )
})
