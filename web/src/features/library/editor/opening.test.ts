import { expect, test } from 'vitest'
import { idOfNew } from './opening.ts'

const opening = { _id: '0193bbbb-0000-7000-8000-000000000001' }
const typed = { species: 0, name: 'Typed in this tab' }

test('a new record is saved under the id of its form, also when that is tried once more', () => {
  expect(idOfNew(opening, undefined, typed)).toBe(opening._id)
  expect(idOfNew(opening, { content: { ...typed } }, typed)).toBe(opening._id)
})

test('what another tab saved out of the same form, or deleted since, leaves this one a record of its own', () => {
  const ids = [{ ...typed, name: 'Typed in the other tab' }, null].map((content) =>
    idOfNew(opening, { content }, typed),
  )
  expect(new Set([...ids, opening._id]).size).toBe(3)
})
