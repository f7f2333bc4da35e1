import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { differingParts, followDraft } from './follow-draft.ts'
import { completeSheet } from './testing/sheet-samples.ts'

const BASE = completeSheet().draft

test('what another tablet entered comes, the weight with its unit, and leaves nothing to write', () => {
  const stored = { ...BASE, weight: '15', weight_units: 'kg' } as const
  const next = followDraft(BASE, BASE, stored)
  expect(next.draft).toMatchObject({ weight: '15', weight_units: 'kg', name: 'Bella' })
  expect(next.came).toEqual(['weight'])
  expect(next.seen).toBe(next.draft)
})

test('[M3] what was typed here since stays, and is still said to be typed over what was seen', () => {
  const screen = { ...BASE, weight: '12' }
  const stored = { ...BASE, weight: '15', weight_units: 'kg', name: 'Bella B' } as const
  const next = followDraft(screen, BASE, stored)
  expect(next.draft).toMatchObject({ weight: '12', weight_units: 'lb', name: 'Bella B' })
  expect(next.seen).toMatchObject({ weight: '22', weight_units: 'lb', name: 'Bella B' })
  expect(next.came).toEqual(['patient'])
})

test('both entered the same: nothing is left to write, and nothing is told', () => {
  const both = { ...BASE, weight: '12' }
  expect(followDraft(both, BASE, both)).toMatchObject({ draft: both, came: [] })
})

test('[M3] no weight is ever one tablet’s number with the other’s unit', () => {
  const weights = fc.record({
    weight: fc.constantFrom('', '12', '26.4'),
    weight_units: fc.constantFrom('-', 'kg', 'lb'),
    name: fc.constantFrom('Bella', 'Rex'),
  }) as fc.Arbitrary<Partial<SheetDraft>>
  fc.assert(
    fc.property(weights, weights, weights, (screen, seen, stored) => {
      const [a, b, c] = [
        { ...BASE, ...screen },
        { ...BASE, ...seen },
        { ...BASE, ...stored },
      ]
      const { draft, seen: known, came } = followDraft(a, b, c)
      const parts = [a, c].map(({ weight, weight_units }) => `${weight} ${weight_units}`)
      expect(parts).toContain(`${draft.weight} ${draft.weight_units}`)
      // What was typed here and nobody has is still to be written.
      for (const part of differingParts(a, b)) {
        expect(differingParts(draft, a)).not.toContain(part)
        if (differingParts(a, c).includes(part)) expect(differingParts(draft, known)).toContain(part)
      }
      for (const part of came) expect(differingParts(draft, c)).not.toContain(part)
    }),
  )
})

test('whether it is a guess and when it was entered come with the weight', () => {
  const there = { weight: '15', estimated: true, weighed_at: '2026-11-26T10:51:00.000Z' }
  const next = followDraft({ ...BASE, name: 'Max' }, BASE, { ...BASE, ...there })
  expect(next.draft).toMatchObject({ ...there, name: 'Max' })
  expect(next.came).toEqual(['weight'])
  const guess = followDraft(BASE, BASE, { ...BASE, estimated: true })
  expect([guess.draft.estimated, guess.came]).toEqual([true, ['weight']])
})

test('[M2] the same weight at two times is the same: nothing comes, and nothing is set aside', () => {
  const at = (minute: number) => ({ ...BASE, weight: '15', weighed_at: `2026-11-26T10:${minute}:00.000Z` })
  const next = followDraft(at(52), BASE, at(51))
  expect([next.draft, next.came]).toEqual([at(52), []])
  expect(differingParts(at(51), at(52))).toEqual([])
})
