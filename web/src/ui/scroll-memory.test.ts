import { expect, test } from 'vitest'
import { keepScrollPlace, scrollPlace } from './scroll-memory.ts'

test('a list comes back to where it stood', () => {
  keepScrollPlace('drugs', { offset: 4200, measured: [] })
  keepScrollPlace(undefined, { offset: 1, measured: [] })
  expect(scrollPlace('drugs')?.offset).toBe(4200)
  expect(scrollPlace('fluids')).toBeUndefined()
  expect(scrollPlace(undefined)).toBeUndefined()
})

test('only the fifty lists left last are remembered', () => {
  keepScrollPlace('drugs', { offset: 1, measured: [] })
  for (let list = 0; list < 49; list++) keepScrollPlace(`list ${list}`, { offset: list + 1, measured: [] })
  expect(scrollPlace('drugs')?.offset).toBe(1)
  keepScrollPlace('one more', { offset: 2, measured: [] })
  expect(scrollPlace('drugs')).toBeUndefined()
  expect(scrollPlace('list 0')?.offset).toBe(1)
})

test('a list left at its top takes no place', () => {
  keepScrollPlace('fluids', { offset: 300, measured: [] })
  keepScrollPlace('fluids', { offset: 0, measured: [] })
  expect(scrollPlace('fluids')).toBeUndefined()
})
