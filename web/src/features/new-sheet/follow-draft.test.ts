import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { differingParts, followDraft } from './follow-draft.ts'
import { completeSheet } from './sheet-samples.ts'

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
