import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NO_SHORTCUTS,
  parseShortcuts,
  RECENT_KEPT,
  RECENT_SHOWN,
  SHORTCUTS_SHOWN,
  shownShortcuts,
  withStar,
  withUsed,
  type Shortcuts,
} from './shortcuts.ts'

const id = fc.nat(30).map((n) => `record-${n}`)
const step = fc.oneof(
  id.map((one) => (now: Shortcuts) => withUsed(now, one)),
  fc.tuple(id, fc.boolean()).map(
    ([one, on]) =>
      (now: Shortcuts) =>
        withStar(now, one, on),
  ),
)
const shortcuts = fc.array(step, { maxLength: 60 }).map((steps) => {
  let now = NO_SHORTCUTS
  for (const take of steps) now = take(now)
  return now
})
const library = fc.uniqueArray(id).map((ids) => ids.map((_id) => ({ _id })))
const idsOf = (entries: readonly { _id: string }[]) => entries.map(({ _id }) => _id)

describe('what was used lately', () => {
  test('the last used comes first, once', () => {
    const used = ['a', 'b', 'a', 'c'].reduce(withUsed, NO_SHORTCUTS)
    expect(used.recent).toEqual(['c', 'a', 'b'])
  })

  test('is kept for a few only, each once, and the last used is always the first', () => {
    fc.assert(
      fc.property(shortcuts, id, (before, one) => {
        const { recent } = withUsed(before, one)
        expect(recent[0]).toBe(one)
        expect(new Set(recent).size).toBe(recent.length)
        expect(recent.length).toBeLessThanOrEqual(RECENT_KEPT)
      }),
    )
  })
})

describe('favorites', () => {
  test('keep their place while others come and go', () => {
    const three = ['a', 'b', 'c'].reduce((now, one) => withStar(now, one, true), NO_SHORTCUTS)
    expect(withStar(withUsed(three, 'c'), 'a', false).favorites).toEqual(['b', 'c'])
  })

  test('a star off is the star on undone, and touches no other', () => {
    fc.assert(
      fc.property(shortcuts, id, (before, one) => {
        const without = withStar(before, one, false)
        expect(withStar(withStar(before, one, true), one, false)).toEqual(without)
        expect(without.favorites).toEqual(before.favorites.filter((other) => other !== one))
      }),
    )
  })
})

describe('what stands above the list', () => {
  test('are few rows, of records that are there, none of them twice, favorites before what was used', () => {
    fc.assert(
      fc.property(shortcuts, library, (kept, entries) => {
        const shown = shownShortcuts(kept, entries)
        const ids = [...idsOf(shown.favorites), ...idsOf(shown.recent)]
        expect(ids.length).toBeLessThanOrEqual(SHORTCUTS_SHOWN)
        expect(new Set(ids).size).toBe(ids.length)
        const there = new Set(idsOf(entries))
        const starred = kept.favorites.filter((one) => there.has(one))
        const used = kept.recent.filter((one) => there.has(one) && !kept.favorites.includes(one))
        expect(idsOf(shown.favorites)).toEqual(starred.slice(0, shown.favorites.length))
        expect(idsOf(shown.recent)).toEqual(used.slice(0, shown.recent.length))
        // No row stays empty while there is something to show, and what was used has its share.
        expect(ids.length).toBe(Math.min(SHORTCUTS_SHOWN, starred.length + used.length))
        expect(shown.recent.length).toBeGreaterThanOrEqual(Math.min(used.length, RECENT_SHOWN))
      }),
    )
  })

  test('a deleted record makes room, and is back with its place when it comes back', () => {
    const kept = ['a', 'b'].reduce((now, one) => withStar(now, one, true), NO_SHORTCUTS)
    const [a, b] = [{ _id: 'a' }, { _id: 'b' }]
    expect(shownShortcuts(kept, [b]).favorites).toEqual([b])
    expect(shownShortcuts(kept, [b, a]).favorites).toEqual([a, b])
  })
})

describe('what a browser kept', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(shortcuts, (kept) => {
        expect(parseShortcuts(JSON.stringify(kept))).toEqual(kept)
      }),
    )
  })

  test('that is something else counts as nothing', () => {
    for (const strange of [null, '', 'null', '7', '[]', '{"favorites":7}', '{"recent":[null,{}]}'])
      expect(parseShortcuts(strange)).toEqual(NO_SHORTCUTS)
  })
})
