import { expect, it } from 'vitest'
import { balanceViewText as text } from './balance-view-text.ts'

it('speaks of one gap and of several', () => {
  expect([text.gapsTitle(1), text.gaps(1)]).toEqual([
    'There is a gap',
    'One of the combined sheets does not start with the closing balance of the one before it. The place is marked.',
  ])
  expect([text.gapsTitle(3), text.gaps(3)]).toEqual([
    'There are 3 gaps',
    '3 of the combined sheets do not start with the closing balance of the one before them. The places are marked.',
  ])
})
