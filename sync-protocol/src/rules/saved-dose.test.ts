import { describe, expect, it } from 'vitest'
import type { SheetGuard } from '../records/dose-reason.ts'
import type { SheetDrug } from '../records/sheet.ts'
import { savedDose } from './saved-dose.ts'

const CAT = { weight: 4, weight_units: 'kg' } as const
const hydromorphone: SheetDrug = {
  name: 'Hydromorphone',
  concentration: 2,
  dosage: 1,
  usual: 0.1,
  limits: { min: 0.05, max: 0.15 },
  volume: 2,
  route: 'IM',
}
const TENFOLD = 'Ten times the usual 0.1 mg/kg. 6.67 times the highest, 0.15 mg/kg.'
type Change = { [Field in keyof SheetDrug]?: SheetDrug[Field] | undefined }
const said = (change: Change, weighed: Parameters<typeof savedDose>[1] = CAT) =>
  savedDose({ ...hydromorphone, ...change } as SheetDrug, weighed)

describe('a dose of a saved sheet', () => {
  it('is said with the numbers that the sheet carries, and with its reason, and asks nothing', () => {
    const guard: SheetGuard = { level: 'red', kinds: ['ten-times', 'over'], reason: 'To effect', by: 'Ana' }
    expect(said({ guard })).toEqual({ red: TENFOLD, amber: '', reason: 'To effect (entered by Ana)' })
    const { by: _, ...anonymous } = guard
    expect(said({ guard: anonymous })?.reason).toBe('To effect')
    const acepromazine = { concentration: 10, dosage: 0.05, usual: 0.05, limits: { cap_mg: 3 }, volume: 0.35 }
    expect(said(acepromazine, { weight: 70, weight_units: 'kg' })?.red).toBe(
      'Above the cap of 3 mg: 3 mg is 0.3 ml.',
    )
    expect(said(acepromazine, { weight: 120, weight_units: 'lb' })).toBeNull()
    expect(said({ dosage: 0.22 })).toMatchObject({
      red: '',
      amber: '2.2 times the usual 0.1 mg/kg, as if it were mg per lb. 1.47 times the highest, 0.15 mg/kg.',
      reason: '',
    })
    expect(said({ dosage: 0.01, volume: 0.02 })).toMatchObject({
      red: 'A tenth of the usual 0.1 mg/kg. 20\u00a0% of the lowest, 0.05 mg/kg.',
      amber: 'So little is hard to draw up exactly.',
    })
    const never = { dosage: 0.1, limits: { min: 0.05, max: 0.15, never: 'MDR1' } }
    expect(said(never)?.red).toBe('Never for this species: MDR1.')
    expect(said({ ...never, limits: { ...never.limits, never: 'It seizes!' } })?.red).toBe(
      'Never for this species: It seizes!',
    )
  })

  it('that came without a judgement is judged by what the sheet carries: nobody gave a reason', () => {
    expect(said({})).toEqual({ red: TENFOLD, amber: '', reason: 'No reason entered.' })
    expect(said({ dosage: 0.1 })).toBeNull()
    expect(said({ dosage: undefined })).toBeNull()
    const { usual: _, limits: __, ...bare } = hydromorphone
    expect(savedDose(bare, CAT)).toBeNull()
  })

  it('says by its kind what was found when it was made and does not follow from the sheet', () => {
    const { dosage: _, volume: __, ...copy } = hydromorphone
    const emergency = { ...copy, id: '1', volume_low: 1, volume_high: 2 }
    const of = (guard: SheetGuard) => savedDose({ ...emergency, guard }, CAT)
    expect(of({ level: 'red', kinds: ['cap', 'over'], reason: 'Vet’s order', by: 'Ana' })).toEqual({
      red: 'Above the cap, above the highest dosage.',
      amber: '',
      reason: 'Vet’s order (entered by Ana)',
    })
    expect(of({ level: 'red', kinds: ['tenth'] })?.red).toBe('An eighth of the usual dosage or less.')
    expect(of({ level: 'amber', kinds: ['syringe'] })).toEqual({
      red: '',
      amber: 'More than 20 ml or less than 0.03 ml.',
      reason: '',
    })
    const ofVolumes = (volume_low: number, volume_high: number, exact = {}) =>
      savedDose(
        { ...emergency, volume_low, volume_high, ...exact, guard: { level: 'amber', kinds: ['syringe'] } },
        CAT,
      )?.amber
    expect(ofVolumes(35, 70)).toBe('More than 20 ml: more than one syringe.')
    expect(ofVolumes(10, 20.1)).toBe('More than 20 ml: more than one syringe.')
    expect(ofVolumes(0.02, 0.2)).toBe('So little is hard to draw up exactly.')
    expect(ofVolumes(0.03, 0.2, { volume_low_exact: 0.026 })).toBe('So little is hard to draw up exactly.')
    // 20.04 ml print as 20.
    expect(ofVolumes(10, 20)).toBe('More than 20 ml or less than 0.03 ml.')
    expect(of({ level: 'red', kinds: ['cap', 'syringe'] })).toMatchObject({
      red: 'Above the cap.',
      amber: 'More than 20 ml or less than 0.03 ml.',
    })
    // Of a later release.
    expect(of({ level: 'amber', kinds: ['interaction', 'toString'] })?.amber).toBe('Unusual dose.')
    // The library of then is not on the sheet.
    expect(said({ guard: { level: 'red', kinds: ['ten-times', 'over', 'strength'] } })).toMatchObject({
      red: TENFOLD,
      amber: 'Another strength in the library.',
    })
  })

  it('stays red where it was when it was made', () => {
    const guard: SheetGuard = { level: 'red', kinds: ['over'] }
    expect(said({ dosage: 0.2, usual: undefined, guard })).toMatchObject({
      red: '1.33 times the highest, 0.15 mg/kg.',
      amber: '',
      reason: 'No reason entered.',
    })
    expect(said({ dosage: 0.1, guard: { level: 'red', kinds: ['strength'] } })?.red).toBe(
      'Another strength in the library.',
    )
  })

  it('does not say twice that it is too small to measure', () => {
    const tiny = { dosage: 0.001, usual: undefined, limits: { min: 0.0001, max: 1 }, volume: 0 }
    expect(said({ ...tiny, volume_exact: 0.002 })).toBeNull()
    expect(said({ ...tiny, guard: { level: 'amber', kinds: ['syringe'] } })).toBeNull()
  })
})
