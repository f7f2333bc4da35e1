import { expect, it } from 'vitest'
import type { Group, PaletteEntry } from './palette-entry.ts'
import { arranged, rankOf, rankOfAct, soughtIn, type Rank } from './ranking.ts'

const rank = (text: string, name: string, also = '') => rankOf(soughtIn(text), name, () => also)

it('ranks a whole name before its beginning, that before the beginning of a word, and that before what is inside', () => {
  expect(rank('Olive', 'Olive')).toBe(0)
  expect(rank('olive', 'Oliver')).toBe(1)
  expect(rank('bel', 'Bella')).toBe(1)
  expect(rank('BEL', 'Miss Bella')).toBe(2)
  expect(rank('ell', 'Bella')).toBe(3)
  expect(rank('bella', 'Rex')).toBeUndefined()
})

it('wants every word, in any order', () => {
  expect(rank('miss bel', 'Miss Bella')).toBe(1)
  expect(rank('bel miss', 'Miss Bella')).toBe(2)
  expect(rank('miss rex', 'Miss Bella')).toBeUndefined()
  expect(rank('bella', 'Isabella Bella')).toBe(2)
})

it('finds by what else is known, and asks for it only where the name is not enough', () => {
  expect(rank('bella feline', 'Bella', 'feline spay')).toBe(0)
  expect(rank('spay', 'Bella', 'feline spay')).toBe(3)
  expect(rank('bella canine', 'Bella', 'feline spay')).toBeUndefined()
  expect(
    rankOf(soughtIn('bella'), 'Bella', () => {
      throw new Error('not needed')
    }),
  ).toBe(0)
})

it('finds what can be done by the beginnings of its words, those of all words before those of some', () => {
  const act = (text: string, name: string, also = '') => rankOfAct(soughtIn(text), name, () => also)
  expect(act('ncd', 'New Canine Drug')).toBe(2)
  expect(act('necadr', 'New Canine Drug')).toBe(2)
  expect(act('nd', 'New Canine Drug')).toBe(3)
  expect(act('newdr', 'New Canine Drug')).toBe(3)
  // From the first word on, and each letter in its place.
  expect(act('cd', 'New Canine Drug')).toBeUndefined()
  expect(act('ndc', 'New Canine Drug')).toBeUndefined()
  // One letter, and more than one word, are what they are.
  expect(act('n', 'New Canine Drug')).toBe(1)
  expect(act('nd x', 'New Canine Drug')).toBeUndefined()
  expect(act('new', 'New Canine Drug')).toBe(1)
  expect(act('scale', 'Weigh patients', 'scale weight')).toBe(3)
})

it('does not find what can be done by what is inside a word', () => {
  const act = (text: string, name: string, also = '') => rankOfAct(soughtIn(text), name, () => also)
  expect(act('bel', 'Print labels')).toBeUndefined()
  expect(act('bel', 'Day List', 'paste labels')).toBeUndefined()
  expect(act('lab day', 'Day List', 'paste labels')).toBe(1)
})

const entry = (group: Group, name: string): PaletteEntry => ({
  key: name,
  group,
  name,
  choose: () => undefined,
})
const found = (...all: [Group, string, Rank][]) =>
  all.map(([group, name, of]) => ({ entry: entry(group, name), rank: of }))
const shown = (parts: ReturnType<typeof arranged>) =>
  parts.map(({ group, entries, more }) => [group, entries.map(({ name }) => name), more])

it('puts the best of a group first, and the group of the best of all', () => {
  const all = found(['screens', 'a', 2], ['patients', 'b', 2], ['patients', 'c', 0], ['drugs', 'd', 1])
  expect(shown(arranged(all, [], () => 9))).toEqual([
    ['patients', ['c', 'b'], 0],
    ['drugs', ['d'], 0],
    ['screens', ['a'], 0],
  ])
})

it('puts what was chosen lately first, but never before what fits better', () => {
  const all = found(['screens', 'a', 1], ['patients', 'b', 1], ['patients', 'c', 1], ['drugs', 'd', 0])
  expect(shown(arranged(all, ['c', 'b'], () => 9))).toEqual([
    ['drugs', ['d'], 0],
    ['patients', ['c', 'b'], 0],
    ['screens', ['a'], 0],
  ])
})

it('says how many more there are than find room', () => {
  const all = found(['drugs', 'a', 0], ['drugs', 'b', 1], ['patients', 'c', 0])
  expect(shown(arranged(all, [], () => 1, { patients: 7 }))).toEqual([
    ['patients', ['c'], 7],
    ['drugs', ['a'], 1],
  ])
})
