import { expect, test } from 'vitest'
import { kinds } from './kinds.ts'
import { sheetContent } from './sheet.ts'
import { canStand, isPart, schemaWithin, wordsIn } from './schema-within.ts'

const at = (collection: 'sheets' | 'balances', ...path: (string | number)[]) =>
  path.reduce<ReturnType<typeof schemaWithin>>(schemaWithin, kinds[collection].content)

test('the schema of a field is found through lists, optional parts and choices', () => {
  const drug = ['anesthesia_protocol', 'sections', 3, 'drugs', 0] as const
  expect(canStand(at('sheets', ...drug, 'route'), 'IM')).toBe(true)
  expect(canStand(at('sheets', ...drug, 'route'), 'im')).toBe(false)
  expect(canStand(at('sheets', ...drug, 'guard', 'reason'), 'Shock')).toBe(true)
  expect(canStand(at('sheets', 'procedure', 'notes'), 'Left side')).toBe(true)
  expect(canStand(at('balances', 'pages', 0, 0, 'draw_id'), undefined)).toBe(true)
  expect(canStand(at('balances', 'pages', 0, 0, 'added'), null)).toBe(true)
})

test('nothing is said of what a schema does not have', () => {
  for (const path of [['mood'], ['toString'], ['injections', 'x'], ['anesthesia_protocol', 0], ['name', 'x']])
    expect(at('sheets', ...path)).toBeUndefined()
  expect(canStand(undefined, undefined)).toBe(false)
})

test('of a choice each word is known', () => {
  const guard = at('sheets', 'anesthesia_protocol', 'sections', 0, 'drugs', 0, 'guard')
  expect(wordsIn(schemaWithin(guard, 'level'))).toEqual(['amber', 'red'])
  expect(wordsIn(at('balances', 'drug_form'))).toEqual(['injection'])
  for (const path of [['name'], ['species'], ['estimated'], ['mood']])
    expect(wordsIn(at('sheets', ...path))).toEqual([])
})

test('a part holds more than one value', () => {
  const parts = (['injections', 'emergency_protocol', 'procedure', 'name'] as const).map((field) =>
    isPart(sheetContent.shape[field]),
  )
  expect(parts).toEqual([true, true, false, false])
})
