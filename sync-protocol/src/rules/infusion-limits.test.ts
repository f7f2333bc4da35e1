import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drugContent, type DrugContent } from '../records/drug.ts'
import { INFUSION_UNIT_NAMES, type InfusionUnit } from '../records/infusion-limits.ts'
import { ketamine } from '../testing/examples.ts'
import { formOfDrug } from './drug-form.ts'
import { checkDrugForm, drugOfForm } from './drug-form-check.ts'
import {
  INFUSION_IN_MG,
  infusionLimitsIn,
  infusionLimitsWords,
  infusionOf,
  typedInfusion,
  type TypedInfusion,
} from './infusion-limits.ts'

const none = typedInfusion()
const drug = (infusion_limits: NonNullable<DrugContent['infusion_limits']>): DrugContent =>
  drugContent.parse(ketamine({ infusion_limits }))
const FENTANYL = { min_per_hour: 0.002, max_per_hour: 0.01, shown_in: 'mcg/kg/h' } as const

describe('limits of infusions in the form of a drug', () => {
  const stored = drug([FENTANYL, null])
  const said = (dogs: TypedInfusion, change: object = {}) =>
    checkDrugForm({ ...formOfDrug(stored), infusion: [dogs, none], ...change })

  it('are typed in their own unit, and saved by the hour', () => {
    expect(formOfDrug(stored).infusion).toEqual([{ from: '2', to: '10', unit: 'mcg/kg/h' }, none])
    const form = {
      ...formOfDrug(stored),
      infusion: [{ from: ' 25 ', to: '80', unit: 'mcg/kg/min' }, none] as [TypedInfusion, TypedInfusion],
    }
    expect(checkDrugForm(form)).toBeNull()
    expect(drugContent.parse(drugOfForm(form)).infusion_limits).toEqual([
      { min_per_hour: 1.5, max_per_hour: 4.8, shown_in: 'mcg/kg/min' },
      null,
    ])
  })

  it.each<[TypedInfusion, field: string, message: string]>([
    [
      { from: '11', to: '10', unit: 'mcg/kg/h' },
      'infusion_to.0',
      'Canine highest infusion dose must not be below the lowest.',
    ],
    [
      { from: 'two', to: '', unit: 'mcg/kg/h' },
      'infusion_from.0',
      'Canine lowest infusion dose must be a valid number.',
    ],
    [
      { from: '0', to: '', unit: 'mcg/kg/h' },
      'infusion_from.0',
      'Canine lowest infusion dose must be greater than zero.',
    ],
    [
      { from: '', to: '100001', unit: 'mcg/kg/h' },
      'infusion_to.0',
      'Canine highest infusion dose is too large.',
    ],
    [{ from: '2', to: '', unit: '-' }, 'infusion_unit.0', 'Canine unit of the infusion dose is required.'],
    [
      { from: '2', to: '', unit: 'units/kg/h' },
      'infusion_unit.0',
      'Canine unit of the infusion dose is required.',
    ],
  ])('%j: the message is at %s', (typed, field, message) => {
    expect(said(typed)).toEqual({ field, message })
  })

  it('ask for no unit while no number is typed, and save nothing then', () => {
    const empty: TypedInfusion = { from: '', to: ' ', unit: 'mcg/kg/min' }
    expect(said(empty)).toBeNull()
    expect(drugOfForm({ ...formOfDrug(stored), infusion: [empty, none] }).infusion_limits).toBeUndefined()
  })

  it('are in units of a drug that is measured in units, and in nothing of one in mEq', () => {
    const typed: TypedInfusion = { from: '0.03', to: '0.1', unit: '-' }
    const other = (amount_unit: 'units' | 'mEq') => ({ amount_unit, controlled: false })
    expect(said(typed, other('units'))).toBeNull()
    expect(infusionOf(typed, { amount_unit: 'units' })).toEqual({
      min_per_hour: 0.03,
      max_per_hour: 0.1,
      shown_in: 'units/kg/h',
    })
    expect(said(typed, other('mEq'))).toEqual({ field: 'infusion_from.0', message: INFUSION_IN_MG })
    // mcg that were typed before are never taken for units.
    expect(said({ ...typed, unit: 'mcg/kg/min' }, other('units'))).toMatchObject({ field: 'infusion_unit.0' })
  })

  it('stay as they are stored where a form of an earlier release says nothing of them, or a species was never in sight', () => {
    const { infusion: _absent, ...earlier } = formOfDrug(stored)
    expect(drugOfForm({ ...earlier, name: 'K' }, stored).infusion_limits).toEqual([FENTANYL, null])
    const dogs = drugContent.parse(ketamine({ species: [0], infusion_limits: [FENTANYL, FENTANYL] }))
    const opened = formOfDrug(dogs)
    expect(drugOfForm({ ...opened, name: 'K' }, dogs).infusion_limits).toEqual([FENTANYL, FENTANYL])
    // A species that is taken away takes its own with it.
    expect(drugOfForm({ ...opened, species: [1], dosage: ['', '4'] }, dogs).infusion_limits).toEqual([
      null,
      FENTANYL,
    ])
  })
})

describe('limits of infusions in words', () => {
  it('are in the unit that they were typed in', () => {
    expect(infusionLimitsWords(FENTANYL)).toBe('2 to 10 mcg/kg/h')
    expect(infusionLimitsWords({ max_per_hour: 4.8, shown_in: 'mcg/kg/min' })).toBe('up to 80 mcg/kg/min')
    expect(infusionLimitsWords({ min_per_hour: 0.1, shown_in: 'units/kg/h' })).toBe('from 0.1 units/kg/h')
  })

  it('are by the hour where they are no decimal number of that unit, and none is rounded', () => {
    expect(infusionLimitsIn({ min_per_hour: 0.01, max_per_hour: 0.06, shown_in: 'mcg/kg/min' })).toEqual({
      min: '0.01',
      max: '0.06',
      unit: 'mg/kg/h',
    })
  })
})

it('what is typed in any unit is what is read again', () => {
  const number = fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, scale]) =>
      (digits / 10 ** scale).toFixed(scale).replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end)),
    )
    .filter((typed) => !/\..*0$/.test(typed))
  fc.assert(
    fc.property(number, fc.constantFrom<InfusionUnit>(...INFUSION_UNIT_NAMES), (from, unit) => {
      const typed = { from, to: '', unit }
      const units = unit === 'units/kg/h' ? { amount_unit: 'units' as const } : {}
      expect(typedInfusion(infusionOf(typed, units))).toEqual(typed)
    }),
    { numRuns: 5_000 },
  )
})
