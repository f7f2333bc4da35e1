import { expect, test } from 'vitest'
import { ketamine } from '../testing/examples.ts'
import { changes, listed } from './changes.ts'

const noTitles = () => undefined

test('what a conflict says is absent is no fact, whatever field it is', () => {
  const bare = ketamine({ schedule: null, limits: null })
  expect(listed('drugs', bare, noTitles)).not.toContain('?')
  expect(changes('drugs', bare, ketamine(), noTitles)).toBe('schedule none to III')
  expect(
    listed('sections', { key: 1, title_s: 'A', title_p: 'As', drug_class: null }, noTitles),
  ).not.toContain('?')
})
