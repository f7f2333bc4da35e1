import { expect, test } from 'vitest'
import { poolsOf } from './connect.ts'

test.each([
  [15, 10, 4],
  [8, 5, 2],
  [40, 28, 11],
  [200, 142, 57],
])('of %i connections %i are for calls, %i for pushes, and one hears the others', (all, pool, pipeline) => {
  expect(poolsOf(all)).toEqual({ pool, pipeline })
  expect(pool + pipeline + 1).toBe(all)
})
