import { expect, it } from 'vitest'
import { ringIn } from './chunk-cycles.ts'

const files = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

it('finds files that import each other, however far around', () => {
  expect(ringIn(files({ a: ['b'], b: ['a'] }))).toEqual(['a', 'b', 'a'])
  expect(ringIn(files({ start: ['a', 'c'], a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual([
    'b',
    'c',
    'd',
    'b',
  ])
})

it('is content with files that many import', () => {
  expect(ringIn(files({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['elsewhere'] }))).toBeNull()
})
