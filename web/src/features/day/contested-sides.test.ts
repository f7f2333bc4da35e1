import type { Clash, ConflictContent } from 'sync-protocol/records/conflict'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { weightBands } from 'sync-protocol/rules/weight-guard'
import { expect, test } from 'vitest'
import { contestedSides } from './contested-sides.ts'

const [OLD, NEW] = ['0193aaaa-0000-7000-8000-000000000001', '0193aaaa-0000-7000-8000-000000000002']
const row: DayRowContent = {
  day: '2026-11-20',
  order: 'a',
  name: 'Rex',
  species: 0,
  status: 'weighed',
  weight: 8,
  weight_units: 'kg',
  weighed_at: '2026-11-20T08:00:00.000Z',
  anesthesia_protocol_id: OLD,
  procedure: 'Castration',
}
const names = new Map([
  [OLD, 'Routine'],
  [NEW, 'Dental'],
])
const clash = (group: string, mine: Clash['mine']): Clash => ({ group, base: {}, theirs: {}, mine })
const weight = clash('weight', {
  weight: 18,
  weight_units: 'lb',
  estimated: true,
  weighed_at: '2026-11-20T08:05:00.000Z',
})
const sides = (
  groups: Clash[],
  over: Partial<DayRowContent> = {},
  kind: ConflictContent['kind'] = 'update',
) => contestedSides({ kind, groups }, { ...row, ...over }, names)

test('two weights stand beside each other, each with when it was on the scale', () => {
  expect(sides([weight])).toEqual({
    heading: 'Two weights were entered.',
    theirs: { words: '8 kg · 17.64 lb', at: '2026-11-20T08:00:00.000Z', unusual: null },
    mine: { words: 'about 18 lb · 8.16 kg', at: '2026-11-20T08:05:00.000Z', unusual: null },
  })
  // What stands at this moment, not what clashed.
  expect(sides([weight], { weight: 9 })?.theirs.words).toBe('9 kg · 19.85 lb')
})

test('a weight that few dogs have is pointed out on its side, by the limits of the clinic', () => {
  const heavy = clash('weight', { weight: 100, weight_units: 'kg', weighed_at: '2026-11-20T08:05:00.000Z' })
  const usual = sides([heavy])
  expect(usual?.theirs.unusual).toBeNull()
  expect(usual?.mine.unusual).toMatchObject({
    level: 'amber',
    short: expect.stringMatching(/^100 kg is 220\.5 lb, heavy/),
  })
  const bands = weightBands({ dog_heaviest: 110 })
  expect(contestedSides({ kind: 'update', groups: [heavy] }, row, names, bands)?.mine.unusual).toBeNull()
  const plan = clash('plan', { procedure: 'Dental', anesthesia_protocol_id: OLD })
  expect(sides([plan], { weight: 100 })?.theirs.unusual).toBeNull()
})

test('of two plans only what differs is said, protocols by their names', () => {
  const plan = clash('plan', { anesthesia_protocol_id: NEW, procedure: 'Castration', risk: 'Murmur' })
  const { heading, theirs, mine } = sides([plan]) ?? {}
  expect([heading, theirs?.words, mine?.words]).toEqual([
    'Two plans were entered.',
    'Anesthesia protocol: Routine · Risk: none',
    'Anesthesia protocol: Dental · Risk: Murmur',
  ])
  const gone = sides([plan], { anesthesia_protocol_id: '0193aaaa-0000-7000-8000-000000000009' })
  expect(gone?.theirs.words).toContain('Anesthesia protocol: not in the library')
})

test('a weight and a plan that clashed together are decided together', () => {
  const both = sides([weight, clash('plan', { procedure: 'Dental', anesthesia_protocol_id: OLD })])
  expect([both?.heading, both?.mine.words]).toEqual([
    'Two weights and plans were entered.',
    'about 18 lb · 8.16 kg · Procedure: Dental',
  ])
})

test('anything else is decided in Needs attention', () => {
  expect(sides([clash('identity', { name: 'Max', species: 0 })])).toBe(null)
  expect(sides([weight, clash('place', { day: '2026-11-20', order: 'b' })])).toBe(null)
  expect(sides([weight], {}, 'delete_of_changed')).toBe(null)
})
