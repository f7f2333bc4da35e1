import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { sheetDraft, type SheetDraft } from '../records/draft.ts'
import { asKnown } from '../records/known.ts'
import { sheetContent } from '../records/sheet.ts'
import { checkOf, isCheckAsked, planOf, sameInKg, savedCheck, withoutStaleCheck } from './double-check.ts'
import type { Weight } from './dose.ts'
import { lookupIn } from './library-lookup.ts'
import { doseRows, NO_LIBRARY, withReason } from './sheet-guard.ts'
import { changeSpecies, emptySheetDraft, resetSheet, sheetOfDraft } from './sheet.ts'

const copied = { dosage_from: -1, dosage_to: -1, route: 'IM', form: 'INJECTION', controlled: false } as const
const drug = { ...copied, name: 'Hydromorphone', concentration: 2, dosage: 0.1, usual: 0.1 }
const emergencyDrug = {
  ...copied,
  name: 'Atropine',
  concentration: 0.54,
  dosage: -1,
  dosage_from: 0.02,
  dosage_to: 0.04,
} as const

type Plan = Pick<SheetDraft, 'anesthesia_protocol' | 'emergency_protocol'>
const planWith = (drugs: object[], fluids: object[] = []): Plan['anesthesia_protocol'] =>
  ({
    content: {
      species: 0,
      name: 'Routine',
      sections: [{ key: 7, title_s: 'Opioid', title_p: 'Opioids', drugs }],
      fluids,
    },
  }) as Plan['anesthesia_protocol']
const emergencyWith = (drugs: object[]): Plan['emergency_protocol'] =>
  ({ content: { species: 0, name: 'Crash', drugs } }) as Plan['emergency_protocol']

const open: SheetDraft = {
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 0,
  name: 'Rex',
  weight: '22',
  weight_units: 'lb',
  procedure: { content: { name: 'Spay' } },
  anesthesia_protocol: planWith([drug], [{ name: 'Saline', rate: 5 }]),
  emergency_protocol: emergencyWith([emergencyDrug]),
}
const read = {
  by: '0197f3a0-0000-7000-8000-000000000001',
  name: 'Ben R.',
  at: '2026-11-26T15:42:00.000Z',
  weight: '22',
  weight_units: 'lb',
} as const
const checked: SheetDraft = { ...open, check: { ...read, plan: planOf(open) } }

/** By counting thousandths and never dividing: another way than the rule's. */
function sameByCounting([a, aLb]: readonly [number, boolean], [b, bLb]: readonly [number, boolean]): boolean {
  const [one, other] = [BigInt(a), BigInt(b)]
  if (aLb === bLb) return one === other
  return aLb ? one * 1000n === other * 2205n : one * 2205n === other * 1000n
}

const thousandths = fc.integer({ min: 1, max: 100_000_000 })
const weighed = (count: number, isPounds: boolean): Weight => ({
  weight: (count / 1000).toFixed(3),
  units: isPounds ? 'lb' : 'kg',
})

describe('two weights', () => {
  it('are the same where they are exactly the same in kg', () => {
    const same = (a: string, b: string) => {
      const [one, other] = [a, b].map((text) => {
        const [weight = '', units] = text.split(' ')
        return { weight, units: units as 'kg' | 'lb' }
      })
      return one !== undefined && other !== undefined && sameInKg(one, other)
    }
    expect(same('22 lb', '22 lb')).toBe(true)
    expect(same('22 lb', '22.0 lb')).toBe(true)
    expect(same('22 lb', '22 kg')).toBe(false)
    expect(same('22 lb', '9.98 kg')).toBe(false)
    // A kilogram has 2.205 lb here: the doses of both are the same.
    expect(same('10 kg', '22.05 lb')).toBe(true)
    expect(same('10 kg', '22.046 lb')).toBe(false)
    expect(same('10 kg', '22 lb')).toBe(false)
    expect(same('0 kg', '0 kg')).toBe(false)
    expect(same('ten kg', 'ten kg')).toBe(false)
  })

  it('are compared as by counting, in any two units', () => {
    fc.assert(
      fc.property(
        thousandths,
        fc.boolean(),
        thousandths,
        fc.boolean(),
        fc.boolean(),
        (a, aLb, b, bLb, near) => {
          const other = near
            ? aLb === bLb
              ? a
              : Math.max(1, Math.round(aLb ? (a * 1000) / 2205 : (a * 2205) / 1000))
            : b
          if (other > 100_000_000) return
          const said = sameInKg(weighed(a, aLb), weighed(other, bLb))
          expect(said).toBe(sameByCounting([a, aLb], [other, bLb]))
          expect(sameInKg(weighed(other, bLb), weighed(a, aLb))).toBe(said)
        },
      ),
    )
  })
})

describe('the check of an open sheet', () => {
  it('is for the weight and the plan that it was made with, as a tablet stores it', () => {
    expect(sheetDraft.parse(checked).check).toEqual(checked.check)
    expect(checkOf(checked)?.name).toBe('Ben R.')
    expect(checkOf(open)).toBeUndefined()
  })

  const others: [string, Partial<SheetDraft>][] = [
    ['another weight', { weight: '22.1' }],
    ['no weight', { weight: '' }],
    ['another unit', { weight_units: 'kg' }],
    ['no unit', { weight_units: '-' }],
    [
      'another dosage',
      { anesthesia_protocol: planWith([{ ...drug, dosage: 0.11 }], [{ name: 'Saline', rate: 5 }]) },
    ],
    [
      'another concentration',
      { anesthesia_protocol: planWith([{ ...drug, concentration: 10 }], [{ name: 'Saline', rate: 5 }]) },
    ],
    [
      'another unit of the drug',
      { anesthesia_protocol: planWith([{ ...drug, amount_unit: 'units' }], [{ name: 'Saline', rate: 5 }]) },
    ],
    [
      'another drug',
      { anesthesia_protocol: planWith([{ ...drug, name: 'Morphine' }], [{ name: 'Saline', rate: 5 }]) },
    ],
    ['a drug more', { anesthesia_protocol: planWith([drug, drug], [{ name: 'Saline', rate: 5 }]) }],
    ['another rate', { anesthesia_protocol: planWith([drug], [{ name: 'Saline', rate: 10 }]) }],
    ['no protocol', { anesthesia_protocol: null }],
    [
      'another emergency dosage',
      { emergency_protocol: emergencyWith([{ ...emergencyDrug, dosage_to: 0.4 }]) },
    ],
    ['no emergency protocol', { emergency_protocol: null }],
  ]
  test.each(others)('does not hold for %s, and is not back afterwards', (_, change) => {
    const changed = { ...checked, ...change }
    expect(checkOf(changed)).toBeUndefined()
    const gone = withoutStaleCheck(checked, changed)
    expect(gone.check).toBeUndefined()
    expect(checkOf(withoutStaleCheck(gone, { ...gone, ...open }))).toBeUndefined()
  })

  it('does not come back on a sheet for which it did not hold', () => {
    const changed = { ...checked, weight: '30' }
    expect(withoutStaleCheck(changed, checked).check).toBeUndefined()
  })

  it('stays with another name, ID, outcome, procedure, injection and reason', () => {
    const [row] = doseRows(open, NO_LIBRARY)
    if (row === undefined) throw new Error('There is no row.')
    const changes: Partial<SheetDraft>[] = [
      { name: 'Max' },
      { patient_id: '7' },
      { outcome: 'foster' },
      { procedure: { content: { name: 'Dental' } } },
      { injections: ['Cerenia'] },
      { explained: withReason(checked, row, 'Vet’s order', 'Ana').explained ?? [] },
    ]
    for (const change of changes) {
      const after = { ...checked, ...change }
      expect(withoutStaleCheck(checked, after)).toBe(after)
      expect(checkOf(after)).toEqual(checked.check)
    }
  })

  it('holds for exactly the weights that are the same in kg', () => {
    fc.assert(
      fc.property(thousandths, fc.boolean(), (count, isPounds) => {
        const { weight, units } = weighed(count, isPounds)
        const said = checkOf({ ...checked, weight, weight_units: units }) !== undefined
        expect(said).toBe(sameByCounting([count, isPounds], [22_000, true]))
      }),
    )
  })

  it('goes with its patient', () => {
    expect(resetSheet(checked).check).toBeUndefined()
    expect(changeSpecies(checked).check).toBeUndefined()
  })
})

describe('whether a check is asked for', () => {
  const rows = (dosage: number) =>
    doseRows(
      { ...open, anesthesia_protocol: planWith([{ ...drug, dosage }]), emergency_protocol: null },
      lookupIn([], 0),
    )

  it('is what the clinic decided: never, for red doses, always', () => {
    expect(
      [undefined, 'red doses', 'always'].map((policy) => isCheckAsked(policy as never, rows(0.1))),
    ).toEqual([false, false, true])
    expect(
      [undefined, 'red doses', 'always'].map((policy) => isCheckAsked(policy as never, rows(1))),
    ).toEqual([false, true, true])
  })

  it('does not end with a reason for the dose', () => {
    const draft = {
      ...open,
      anesthesia_protocol: planWith([{ ...drug, dosage: 1 }]),
      emergency_protocol: null,
    }
    const [row] = doseRows(draft, NO_LIBRARY)
    if (row === undefined) throw new Error('There is no row.')
    const explained = withReason(draft, row, 'Vet’s order', 'Ana')
    expect(isCheckAsked('red doses', doseRows(explained, NO_LIBRARY))).toBe(true)
  })
})

describe('a saved sheet', () => {
  it('keeps who checked it and what they read, and that it was asked for', () => {
    const sheet = sheetOfDraft(checked, '2026-11-26', NO_LIBRARY, 'always')
    expect(sheetContent.parse(sheet)).toEqual(sheet)
    const { by, name, at } = read
    expect(sheet.check).toEqual({ by, name, at, weight: 22, weight_units: 'lb' })
    expect(sheet.check_asked).toBe(true)
    expect(savedCheck(sheet)).toBe(sheet.check)
  })

  it('says only that it was asked for where nobody checked it, or the check does not hold', () => {
    for (const draft of [open, { ...checked, weight: '30' }]) {
      const sheet = sheetOfDraft(draft, '2026-11-26', NO_LIBRARY, 'always')
      expect(sheet).not.toHaveProperty('check')
      expect(sheet.check_asked).toBe(true)
    }
    const unasked = sheetOfDraft(open, '2026-11-26')
    expect(unasked).not.toHaveProperty('check')
    expect(unasked).not.toHaveProperty('check_asked')
  })

  it('has no check that was made of another weight, whoever wrote it', () => {
    const sheet = sheetOfDraft(checked, '2026-11-26')
    expect(savedCheck({ ...sheet, weight: 22, weight_units: 'kg' })).toBeUndefined()
    expect(savedCheck({ weight: 22, weight_units: 'lb' })).toBeUndefined()
  })

  it('is read without it by a release that knows no check', () => {
    const old = z.omit(sheetContent, { check: true, check_asked: true })
    const sheet = sheetOfDraft(checked, '2026-11-26', NO_LIBRARY, 'always')
    expect(asKnown(old, sheet)).toEqual(sheetOfDraft(open, '2026-11-26'))
    expect(asKnown(z.omit(sheetDraft, { check: true }), checked)).toEqual(open)
  })
})
