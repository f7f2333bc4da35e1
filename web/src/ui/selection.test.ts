import { expect, it } from 'vitest'
import { allToggled, NOTHING_SELECTED, selectedOf, selectionState, toggled } from './selection.ts'

const shown = ['a', 'b', 'c'].map((_id) => ({ _id }))

it('keeps the order of choosing, and gives up what is pressed again', () => {
  const chosen = ['c', 'a', 'b', 'a'].reduce(toggled, NOTHING_SELECTED)
  expect(selectedOf(chosen, shown)).toEqual(['c', 'b'])
})

it('does not count what a search hides, and has it again afterwards', () => {
  const chosen = ['a', 'c'].reduce(toggled, NOTHING_SELECTED)
  expect(selectedOf(chosen, shown.slice(1))).toEqual(['c'])
  expect(selectedOf(chosen, shown)).toEqual(['a', 'c'])
})

it('is none, some or all; an empty list is none', () => {
  expect([0, 1, 2, 3].map((count) => selectionState(count, 3))).toEqual(['none', 'some', 'some', 'all'])
  expect(selectionState(0, 0)).toBe('none')
})

it('selects all while none or some are selected, and none while all are', () => {
  const some = toggled(NOTHING_SELECTED, 'c')
  expect(selectedOf(allToggled(NOTHING_SELECTED, shown), shown)).toEqual(['a', 'b', 'c'])
  const all = allToggled(some, shown)
  expect(selectedOf(all, shown)).toEqual(['c', 'a', 'b'])
  expect(allToggled(all, shown)).toBe(NOTHING_SELECTED)
})

it('selects only what is shown, whatever a search hides', () => {
  const hidden = toggled(NOTHING_SELECTED, 'a')
  expect([...allToggled(hidden, shown.slice(1))]).toEqual(['b', 'c'])
})
