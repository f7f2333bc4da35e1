import { expect, test } from 'vitest'
import { askingFor, onlySheets } from './only-sheets.ts'

test('what was asked for is read again, and nothing else of a navigation', () => {
  expect(onlySheets(askingFor(['a', 'b']))).toEqual(['a', 'b'])
  for (const other of [null, undefined, 'a', { form: 'x' }, { balances: 'a' }, { balances: [1] }])
    expect(onlySheets(other)).toBeUndefined()
})
