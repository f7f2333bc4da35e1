import { expect, it } from 'vitest'
import { balanceViewText as text } from './balance-view-text.ts'

it('speaks of one gap and of several', () => {
  expect([text.gapsTitle(1), text.gaps(1)]).toEqual([
    'There is a gap',
    'One of the combined sheets does not begin with the balance that the one before it ended with. It is marked where it is.',
  ])
  expect([text.gapsTitle(3), text.gaps(3)]).toEqual([
    'There are 3 gaps',
    '3 of the combined sheets do not begin with the balance that the one before them ended with. They are marked where they are.',
  ])
})
