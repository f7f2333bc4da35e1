import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goesOn, lineOf } from './list-lines.ts'
import { defaultQuery, searchList, type ListEntry, type ListQuery } from './list-search.ts'

const entry = fc.record({
  _id: fc.integer({ min: 0, max: 40 }).map((n) => String(n).padStart(3, '0')),
  name: fc.constantFrom('Ketamine 2', 'ketamine 10', 'Atropine', 'Propofol', 'Xylazine'),
  author_id: fc.constantFrom('ana', 'ben'),
  author_name: fc.constantFrom('Ana Lee', 'Ben Ode'),
  date_created: fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}T08:00:00.000Z`),
  day: fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}`),
  species: fc.constantFrom<number[]>([0], [1], [0, 1]),
  procedure: fc.constantFrom('Spay', 'Dental'),
  patient: fc.constantFrom('Rex', 'Bella'),
  seq: fc.constant(1),
  pending: fc.boolean(),
  voided: fc.boolean(),
  card: fc.constant({}),
})
const sample: ListEntry = {
  _id: '0',
  name: 'Ketamine',
  author_id: 'ana',
  author_name: 'Ana Lee',
  date_created: '2026-11-01T08:00:00.000Z',
  day: '2026-11-01',
  species: [0],
  seq: 1,
  pending: false,
  voided: false,
  card: {},
}
/** What stands afterwards of an id: an entry, or nothing. */
const change = fc.record({ entry, stays: fc.boolean() })
const query: fc.Arbitrary<ListQuery> = fc.record({
  text: fc.constantFrom('', 'keta', 'ketamine 2', 'ode', '11/2', 'zzz'),
  field: fc.constantFrom('name', 'author', 'date', 'procedure', 'patient'),
  sort: fc.constantFrom('name', 'author', 'date', 'procedure', 'patient', 'used'),
  order: fc.constantFrom('ascending', 'descending'),
  species: fc.constantFrom(0, 1),
  voided: fc.boolean(),
})

function after(before: readonly ListEntry[], changes: { entry: ListEntry; stays: boolean }[]) {
  const now = new Map(before.map((each) => [each._id, each]))
  for (const { entry: each, stays } of changes)
    if (stays) now.set(each._id, each)
    else now.delete(each._id)
  const entries = [...now.values()]
  const [had, has] = [new Set(before), new Set(entries)]
  const step = {
    gone: before.filter((each) => !has.has(each)),
    come: entries.filter((each) => !had.has(each)),
  }
  return { entries, step }
}

describe('a list that changes', () => {
  test('is found in the same order as one that is sorted from nothing, whatever was asked of it before', () => {
    const portions = fc.array(fc.array(change, { maxLength: 20 }), { minLength: 1, maxLength: 10 })
    const asked = fc.array(query, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(portions, asked, fc.infiniteStream(fc.boolean()), (all, queries, asksNow) => {
        let entries: readonly ListEntry[] = []
        const states: (readonly ListEntry[])[] = [entries]
        for (const changes of all) {
          const next = after(entries, changes)
          goesOn(entries, next.entries, next.step)
          entries = next.entries
          states.push(entries)
          for (const each of queries)
            if (asksNow.next().value === true)
              expect(searchList(entries, each)).toEqual(searchList([...entries], each))
        }
        // A screen may still show what stood before.
        for (const state of states)
          for (const each of queries) expect(searchList(state, each)).toEqual(searchList([...state], each))
      }),
      { numRuns: 150 },
    )
  })

  test('gives the same array while a change touches nothing of what is asked', () => {
    const cat = { ...sample, _id: '1', species: [1], voided: false }
    const dog = { ...sample, _id: '2', species: [0], voided: false }
    const before = [cat]
    const cats: ListQuery = { ...defaultQuery, species: 1 }
    const found = searchList(before, cats)
    const both = [cat, dog]
    goesOn(before, both, { gone: [], come: [dog] })
    expect(searchList(both, cats)).toBe(found)
    expect(searchList(both, defaultQuery)).toHaveLength(2)
  })

  test('remembers no more than is needed, however much comes', () => {
    const made = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...sample, _id: String(from + n).padStart(9, '0') }))
    let entries: readonly ListEntry[] = []
    searchList(entries, defaultQuery)
    for (let n = 0; n < 12; n++) {
      const come = made(n * 5000, 5000)
      const next = [...entries, ...come]
      goesOn(entries, next, { gone: [], come })
      entries = next
    }
    expect(lineOf(entries).views.size).toBe(0)
    expect(searchList(entries, defaultQuery)).toEqual(searchList([...entries], defaultQuery))
  })
})
