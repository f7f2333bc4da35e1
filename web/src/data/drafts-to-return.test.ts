import { expect, test } from 'vitest'
import { workedOn } from './drafts-to-return.ts'

const draft = (_id: string) => ({
  _id,
  author_id: 'ana',
  content: { kind: 'sheet', name: 'Rex', weight: '5' },
})
const drafts = [draft('one'), draft('two')]

test('[L6] what was typed since the history ended stays over what stood before, field by field', () => {
  const set = { weight: '6' }
  const was = { weight: '4', weight_units: '-' }
  const typed = workedOn(drafts, [{ op: 'update', collection: 'drafts', _id: 'one', base: 1, set, was }])
  expect(typed).toEqual([
    { ...draft('one'), content: { kind: 'sheet', name: 'Rex', weight: '6' } },
    draft('two'),
  ])
})

test('[L6] a draft that ended since does not come back', () => {
  expect(workedOn(drafts, [{ op: 'delete', collection: 'drafts', _id: 'one', base: 1 }])).toEqual([
    draft('two'),
  ])
})

test('work on anything else changes nothing of them', () => {
  expect(workedOn(drafts, [{ op: 'delete', collection: 'drugs', _id: 'one', base: 1 }])).toBe(drafts)
})
