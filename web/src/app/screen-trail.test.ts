import { expect, it } from 'vitest'
import { NO_TRAIL, previousOf, walked } from './screen-trail.ts'
import type { Trail } from './screen-trail.ts'

const step = (key: string, title: string) => ({ key, path: `/${title}`, title })
const previous = (trail: Trail) => previousOf(trail)?.title

it('has no previous screen after a deep link', () => {
  expect(previous(walked(NO_TRAIL, 'POP', step('default', 'drugs')))).toBeUndefined()
})

it('names the screen that a new one was opened from, and again after going back', () => {
  let trail = walked(NO_TRAIL, 'POP', step('default', 'home'))
  trail = walked(trail, 'PUSH', step('a', 'drugs'))
  expect(previous(trail)).toBe('home')
  trail = walked(trail, 'PUSH', step('b', 'attention'))
  expect(previous(trail)).toBe('drugs')
  trail = walked(trail, 'POP', step('a', 'drugs'))
  expect(previous(trail)).toBe('home')
})

it('keeps the previous screen when a guard sends on in place', () => {
  let trail = walked(NO_TRAIL, 'POP', step('default', 'home'))
  trail = walked(trail, 'PUSH', step('a', 'drugs'))
  trail = walked(trail, 'REPLACE', step('b', 'error'))
  expect(previous(trail)).toBe('home')
})

it('never offers to return to the screen that is shown', () => {
  let trail = walked(NO_TRAIL, 'POP', step('default', 'home'))
  trail = walked(trail, 'PUSH', step('a', 'home'))
  expect(previous(trail)).toBeUndefined()
})
