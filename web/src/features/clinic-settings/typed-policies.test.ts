import { expect, test } from 'vitest'
import { changedBeside, changedPolicies } from './typed-policies.ts'

const seen = { printed_name: 'Elm Street', time_zone: 'America/Chicago' }

test.each([
  ['nothing typed', {}, {}],
  ['the same again', { printed_name: ' Elm Street ' }, {}],
  ['another name', { printed_name: 'Elm Street Hospital' }, { printed_name: 'Elm Street Hospital' }],
  ['a name taken away', { printed_name: '' }, { printed_name: '' }],
  ['blanks where nothing was', { printed_address: '  ' }, {}],
])('%s', (_, typed, sent) => {
  expect(changedPolicies(typed, seen)).toEqual(sent)
})

test('what another person changed is said where both changed it, and nowhere else', () => {
  const typed = { printed_name: 'Mine', printed_address: '' }
  const now = { printed_name: 'Theirs', time_zone: 'America/Denver' }
  expect(changedBeside(typed, seen, now)).toEqual(['printed_name'])
  expect(changedBeside(typed, seen, seen)).toEqual([])
  expect(changedBeside(typed, seen, {})).toEqual(['printed_name'])
})
