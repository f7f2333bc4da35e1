import { describe, expect, it } from 'vitest'
import type { DrugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import { checkDrugForm, drugOfForm } from './drug-form-check.ts'
import { drugFormGuard, movedConcentration, otherStrengths } from './drug-form-guard.ts'
import { emptyDrugForm, type DrugForm } from './drug-form.ts'
import { doseWords, movedWords, SAVED_BEFORE } from './dose-words.ts'
import { strengthsIn } from './strengths.ts'

const hydromorphone: DrugForm = {
  ...emptyDrugForm(1, 2),
  name: 'Hydromorphone',
  concentration: '2',
  dosage: ['', '0.1'],
}
const emergency: DrugForm = {
  ...hydromorphone,
  section_key: EMERGENCY_SECTION,
  dosage: ['', ''],
  dosage_from: ['', '0.01'],
  dosage_to: ['', '0.02'],
}
const saved = drugOfForm(hydromorphone)
const limited = (from: string, to: string): DrugForm['range'] => [
  { from: '', to: '' },
  { from, to },
]
const said = (form: DrugForm, before: DrugContent | null = null) =>
  drugFormGuard(form, 1, before).map(
    (finding) => `${finding.level}: ${doseWords(finding, form, SAVED_BEFORE)}`,
  )

describe('[Q-15] the form of a drug', () => {
  it('compares the dosage with the limits that are typed beside it', () => {
    const form = { ...hydromorphone, range: limited('0.05', '0.15') }
    expect(said(form)).toEqual([])
    expect(said({ ...form, dosage: ['', '1'] })).toEqual(['red: 6.67 times the highest, 0.15 mg/kg.'])
    expect(said({ ...form, dosage: ['', '0.2'] })).toEqual(['amber: 1.33 times the highest, 0.15 mg/kg.'])
    expect(said({ ...form, dosage: ['', '0.04'] })).toEqual(['amber: 80\u00a0% of the lowest, 0.05 mg/kg.'])
    expect(said({ ...form, range: limited('0.2', ''), amount_unit: 'units' })).toEqual([
      'amber: 50\u00a0% of the lowest, 0.2 units/kg.',
    ])
    // As it is saved, not as it is typed.
    expect(said({ ...form, dosage: ['', '0.1504'] })).toEqual([])
  })

  it('says nothing that stands in its own fields, and compares nothing with limits that cannot be saved', () => {
    const form = { ...hydromorphone, dosage: ['', '1'] } satisfies DrugForm
    expect(said(form)).toEqual([])
    expect(said({ ...form, range: limited('5', '0.1') })).toEqual([])
    const never: DrugForm['range'] = [form.range[0], { from: '0.5', to: '2', never: 'Hyperthermia' }]
    expect(said({ ...form, range: never })).toEqual([])
  })

  it('says that it is ten times what was saved before', () => {
    const typed = (dosage: string, change?: Partial<DrugForm>): DrugForm => ({
      ...hydromorphone,
      dosage: ['', dosage],
      ...change,
    })
    expect(said(typed('1'), saved)).toEqual([
      'red: Ten times the 0.1 mg/kg saved before. Is the point in the right place?',
    ])
    expect(said(typed('0.001'), saved)).toEqual([
      'red: A hundredth of the 0.1 mg/kg saved before. Is the point in the right place?',
    ])
    expect(said(typed('0.22'), saved)).toEqual([
      'amber: 2.2 times the 0.1 mg/kg saved before. Is it mg per lb?',
    ])
    expect(said(typed('0.1'), saved)).toEqual([])
    expect(said(typed('0.12'), saved)).toEqual([])
    // In another unit it is another number.
    expect(said(typed('1', { amount_unit: 'units' }), saved)).toEqual([])
    // A species that it was not for has nothing to compare with.
    expect(drugFormGuard({ ...typed('1'), species: [0, 1], dosage: ['1', '0.1'] }, 0, saved)).toEqual([])
  })

  it('[Q-07] compares low with low and high with high, and says which is the greater', () => {
    const before = drugOfForm(emergency)
    const typed = (low: string, high: string): DrugForm => ({
      ...emergency,
      dosage_from: ['', low],
      dosage_to: ['', high],
    })
    expect(said(typed('0.01', '0.02'), before)).toEqual([])
    expect(said(typed('0.01', '0.2'), before)).toEqual([
      'red: Ten times the 0.02 mg/kg saved before. Is the point in the right place?',
    ])
    const low = { ...typed('0.05', '0.03'), range: limited('0.04', '0.06') }
    expect(said(low)).toEqual([
      'amber: 75\u00a0% of the lowest, 0.04 mg/kg.',
      'amber: The low dosage is greater than the high dosage.',
    ])
    expect(checkDrugForm(low)).toBeNull()
    // While only one of them is a number, it is compared.
    expect(said({ ...typed('', '0.2'), range: limited('', '0.06') })).toEqual([
      'red: 3.33 times the highest, 0.06 mg/kg.',
    ])
    expect(said(typed('', ''))).toEqual([])
  })

  it('names another strength of the library, of a species that it is for', () => {
    const drug = { name: 'hydromorphone ', species: [1 as const] }
    const library = [
      { ...drug, concentration: 10 },
      { ...drug, concentration: 2 },
      { ...drug, concentration: 4, species: [0 as const] },
    ]
    const look = [strengthsIn(library, 0), strengthsIn(library, 1)] as const
    const words = (form: DrugForm) => {
      const finding = otherStrengths(form, look)
      return finding && doseWords(finding, form)
    }
    expect(words(hydromorphone)).toBe('Your library also has Hydromorphone 10 mg/ml.')
    expect(words({ ...hydromorphone, species: [0, 1] })).toBe(
      'Your library also has Hydromorphone 4 mg/ml and 10 mg/ml.',
    )
    expect(words({ ...hydromorphone, concentration: '' })).toBeNull()
    expect(words({ ...hydromorphone, name: 'Morphine' })).toBeNull()
    expect(words({ ...hydromorphone, amount_unit: 'units' })).toBeNull()
  })
})

describe('[Q-15] the concentration of a drug that is edited', () => {
  const moved = (
    concentration: string,
    change: Partial<DrugForm> = {},
    before: DrugContent | null = saved,
  ) => {
    const form = { ...hydromorphone, concentration, ...change }
    const found = movedConcentration(form, before)
    return found && movedWords(found, form)
  }

  it('is asked about where it moved as a point does, and no less', () => {
    expect(moved('20')).toBe('Ten times the 2 mg/ml saved before. Is the point in the right place?')
    expect(moved('0.2')).toBe('A tenth of the 2 mg/ml saved before. Is the point in the right place?')
    expect(moved('2000')).toBe('1000 times the 2 mg/ml saved before. Is the point in the right place?')
    expect(moved('16')).toBe('8 times the 2 mg/ml saved before. Is the point in the right place?')
    expect(moved('0.25')).toBe('12.5\u00a0% of the 2 mg/ml saved before. Is the point in the right place?')
    for (const other of ['15.999', '0.251', '10', '4.41', '2', '', '0', 'x']) expect(moved(other)).toBeNull()
  })

  it('is compared with none of another unit, and for a new drug with nothing', () => {
    expect(moved('20', { amount_unit: 'units' })).toBeNull()
    expect(moved('20', {}, null)).toBeNull()
    const units = { ...saved, amount_unit: 'units' as const }
    expect(moved('20', { amount_unit: 'units' }, units)).toContain('the 2 units/ml saved before')
  })
})
