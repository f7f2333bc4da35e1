import { describe, expect, it } from 'vitest'
import type { DrugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import { ketamine } from '../testing/examples.ts'
import { judgedBy, lookupIn } from './library-lookup.ts'

const drug = (over: object = {}) => ({ ...ketamine(), ...over }) as unknown as DrugContent
const listed = (_id: string, over: object = {}) => ({ _id, ...drug(over) })

describe('[Q-15] a drug is looked up in the library', () => {
  it('by where a copy came from, else by name, unit and concentration', () => {
    const here = listed('a')
    const moved = listed('b', { name: 'Ketamine HCl', concentration: 50 })
    const lookup = lookupIn([here, moved], 0)
    expect(lookup.sourceOf({ name: 'Ketamine', concentration: 100, source_id: 'b' }, false)).toBe(moved)
    expect(lookup.sourceOf({ name: ' KETAMINE', concentration: 100 }, false)).toBe(here)
    expect(lookup.sourceOf({ name: 'Ketamine', concentration: 100, source_id: 'gone' }, false)).toBe(here)
    expect(lookup.sourceOf({ name: 'Ketamine', concentration: 10 }, false)).toBeUndefined()
    const units = { name: 'Ketamine', concentration: 100, amount_unit: 'units' } as const
    expect(lookup.sourceOf(units, false)).toBeUndefined()
  })

  it('and emergency drugs apart from all others, of the species alone', () => {
    const rescue = listed('a', { section_key: EMERGENCY_SECTION })
    const [cats, dogs] = [listed('b', { species: [1] }), listed('c', { species: [0] })]
    const lookup = lookupIn([rescue, cats, dogs, listed('d')], 0)
    const copy = { name: 'Ketamine', concentration: 100 }
    expect(lookup.sourceOf(copy, true)).toBe(rescue)
    expect(lookup.sourceOf(copy, false)).toBe(dogs)
    expect(lookup.strengthsOf(copy)).toEqual([100])
  })
})

describe('[Q-15] what a copy is compared with', () => {
  const limits = { min: 3, max: 10 }

  it('is what was copied along, whatever the library has by now', () => {
    const later = drug({ dosage: [50, 4], limits: [{ max: 99 }, null] })
    const judged = judgedBy({ usual: 5, limits }, later, 0)
    expect([judged.usual('dosage'), judged.limits]).toEqual([5, limits])
    // There were no limits then.
    expect(judgedBy({ usual: 5 }, later, 0).limits).toBeUndefined()
  })

  it('is the library’s drug for a copy that was made before anything was copied', () => {
    const judged = judgedBy({}, drug({ limits: [limits, null] }), 0)
    expect([judged.usual('dosage'), judged.limits]).toEqual([5, limits])
    const cats = judgedBy({}, drug({ limits: [limits, null] }), 1)
    expect([cats.usual('dosage'), cats.limits]).toEqual([4, undefined])
    expect(judgedBy({}, undefined, 0).usual('dosage')).toBeUndefined()
  })

  it('is nothing of another unit or another species', () => {
    const library = drug({ limits: [limits, null] })
    expect(judgedBy({ amount_unit: 'units' }, library, 0).usual('dosage')).toBeUndefined()
    expect(judgedBy({ amount_unit: 'units' }, library, 0).limits).toBeUndefined()
    expect(judgedBy({}, { ...library, species: [1] }, 0).limits).toBeUndefined()
  })

  it('is the library’s pair for an emergency drug, of which only the limits are copied', () => {
    const library = drug({ section_key: EMERGENCY_SECTION, dosage_from: [0.01, -1], dosage_to: [0.04, -1] })
    const judged = judgedBy({ limits }, library, 0)
    expect([judged.usual('dosage_from'), judged.usual('dosage_to')]).toEqual([0.01, 0.04])
    expect(judged.limits).toEqual(limits)
  })
})
