import { describe, expect, it } from 'vitest'
import { earlierWeight, mayWeigh, sheetsOfDay, type WeighedPatient } from './earlier-weight.ts'

const TODAY = '2026-08-28'
const sheet = (over: Partial<WeighedPatient>): WeighedPatient => ({
  species: 1,
  name: 'Mia',
  weight: 4,
  weight_units: 'kg',
  day: '2026-08-01',
  date_created: '2026-08-01T15:00:00.000Z',
  voided: false,
  ...over,
})
const MIA = { species: 1, name: ' mIA ' } as const
const kgOf = (patient: Parameters<typeof earlierWeight>[0], ...sheets: WeighedPatient[]) => {
  const found = earlierWeight(patient, sheets, TODAY)
  return found && Number(found.kg.over) / Number(found.kg.under)
}

describe('[Q-14] the earlier weight of the same patient', () => {
  it('is that of the same name and species, blanks and case aside', () => {
    expect(kgOf(MIA, sheet({ name: 'MIA' }))).toBe(4)
    expect(kgOf(MIA, sheet({ species: 0 }))).toBeNull()
    expect(kgOf(MIA, sheet({ name: 'Mia B' }))).toBeNull()
    expect(kgOf({ species: 1, name: ' ' }, sheet({ name: ' ' }))).toBeNull()
  })

  it('is that of the same ID, whatever the name, before any of the same name', () => {
    const known = { ...MIA, patient_id: ' a7' }
    expect(kgOf(known, sheet({ name: 'Mimi', patient_id: 'A7 ', weight: 5 }), sheet({ day: TODAY }))).toBe(5)
    expect(kgOf(known, sheet({}))).toBe(4)
  })

  it('is never that of another ID', () => {
    expect(kgOf({ ...MIA, patient_id: 'A7' }, sheet({ patient_id: 'A8' }))).toBeNull()
    expect(kgOf(MIA, sheet({ patient_id: 'A8' }))).toBe(4)
  })

  it('is the last one, of one day the one saved later, in kg', () => {
    const days = ['2026-07-01', '2026-08-02', '2026-08-01']
    expect(kgOf(MIA, ...days.map((day, at) => sheet({ day, weight: at + 1 })))).toBe(2)
    const later = sheet({ weight: 2, date_created: '2026-08-01T15:00:00.001Z' })
    expect(kgOf(MIA, sheet({ weight: 1 }), later)).toBe(2)
    expect(kgOf(MIA, later, sheet({ weight: 1 }))).toBe(2)
    expect(kgOf(MIA, sheet({ weight: 22.05, weight_units: 'lb' }))).toBe(10)
    expect(earlierWeight(MIA, [sheet({})], TODAY)?.day).toBe('2026-08-01')
  })

  it('is at most 180 days old, and not of a later day', () => {
    expect(kgOf(MIA, sheet({ day: '2026-03-01' }))).toBe(4)
    expect(kgOf(MIA, sheet({ day: '2026-02-28' }))).toBeNull()
    expect(kgOf(MIA, sheet({ day: TODAY }))).toBe(4)
    expect(kgOf(MIA, sheet({ day: '2026-08-29' }))).toBeNull()
  })

  it('says whether only the name is the same', () => {
    const byName = (patient_id: string, other?: string) =>
      earlierWeight(
        { ...MIA, patient_id },
        [sheet({ ...(other !== undefined && { patient_id: other }) })],
        TODAY,
      )?.by_name
    expect([byName(''), byName('', 'A7'), byName('A7'), byName('a7', ' A7')]).toEqual([
      true,
      true,
      true,
      undefined,
    ])
  })

  it('says whether it was a guess', () => {
    expect(earlierWeight(MIA, [sheet({ estimated: true })], TODAY)?.estimated).toBe(true)
    expect(earlierWeight(MIA, [sheet({ estimated: false })], TODAY)).not.toHaveProperty('estimated')
  })

  it('is not that of a voided sheet', () => {
    expect(kgOf(MIA, sheet({ voided: true }))).toBeNull()
  })
})

describe('[Q-15] the sheet that says what a patient weighs who gets a dose', () => {
  const may = (patient_id: string | undefined, of: Partial<WeighedPatient>) =>
    mayWeigh({ patient_id }, sheet(of), TODAY)

  it('is by the name alone one of the same day, since others have the same name', () => {
    expect(may(undefined, { day: TODAY })).toBe(true)
    expect(may(undefined, { day: '2026-08-27' })).toBe(false)
    expect(may(' ', { day: '2026-08-27', patient_id: ' ' })).toBe(false)
    expect(may('a7', { day: '2026-08-27' })).toBe(false)
  })

  it('is by the ID also one of an earlier day', () => {
    expect(may(' a7', { day: '2026-08-27', patient_id: 'A7' })).toBe(true)
    expect(may('a7', { day: '2026-08-27', patient_id: 'A8' })).toBe(false)
  })
})

describe('[Q-75] the sheets of the same patient on one day', () => {
  const today = (over: Partial<WeighedPatient> = {}) => sheet({ day: TODAY, ...over })
  const found = (patient: Parameters<typeof sheetsOfDay>[0], ...sheets: WeighedPatient[]) => {
    const { by, sheets: all } = sheetsOfDay(patient, sheets, TODAY)
    return all.map(({ weight }) => `${by} ${weight}`)
  }

  it('are those of the same name and species, blanks and case aside, the last saved first', () => {
    const [early, late] = ['2026-08-28T15:00:00.000Z', '2026-08-28T16:00:00.000Z']
    expect(found(MIA)).toEqual([])
    expect(found(MIA, today({ date_created: early }), today({ weight: 5, date_created: late }))).toEqual([
      'name 5',
      'name 4',
    ])
    expect(found(MIA, today({ name: 'MIA ' }), today({ species: 0 }), today({ name: 'Mimi' }))).toEqual([
      'name 4',
    ])
  })

  it('are those of the same ID, whatever the name and the species, before any of the same name', () => {
    const known = { ...MIA, patient_id: ' a7' }
    const other = today({ name: 'Mimi', species: 0, patient_id: 'A7', weight: 5 })
    expect(found(known, today(), other)).toEqual(['id 5'])
    expect(found(known, today())).toEqual(['name 4'])
    expect(found(MIA, today({ patient_id: 'A7' }))).toEqual(['name 4'])
  })

  it('are never those of another ID, of another day, or voided', () => {
    expect(found({ ...MIA, patient_id: 'A7' }, today({ patient_id: 'A8' }))).toEqual([])
    expect(found(MIA, today({ day: '2026-08-27' }), today({ day: '2026-08-29' }))).toEqual([])
    expect(found(MIA, today({ voided: true }))).toEqual([])
  })
})
