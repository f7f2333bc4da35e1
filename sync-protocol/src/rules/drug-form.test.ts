import { describe, expect, it, test } from 'vitest'
import { drugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION, UNSET_SECTION } from '../records/fields.ts'
import { ketamine } from '../testing/examples.ts'
import { checkDrugForm, drugOfForm } from './drug-form-check.ts'
import { drugFormNotes } from './drug-form-notes.ts'
import { emptyDrugForm, formOfDrug, speciesToggled, type DrugForm } from './drug-form.ts'

const ordinary: DrugForm = {
  ...emptyDrugForm(0, 1000),
  name: 'Ketamine',
  concentration: '100',
  species: [0, 1],
  dosage: ['5', '4'],
}
const emergency: DrugForm = {
  ...ordinary,
  section_key: EMERGENCY_SECTION,
  dosage: ['', ''],
  dosage_from: ['0.01', '0.02'],
  dosage_to: ['0.03', '0.04'],
}
const said = (form: DrugForm, change: Partial<DrugForm>) => checkDrugForm({ ...form, ...change })

test('[DRUG-17] [DRUG-21] everything wrong at once is told in the order of the form', () => {
  const steps: [field: string, message: string, repair: Partial<DrugForm>][] = [
    ['name', 'Drug name is required.', { name: 'Ketamine' }],
    ['concentration', 'Drug concentration is required.', { concentration: '100' }],
    ['dosage.0', 'Canine dosage is required.', { dosage: ['5', ''] }],
    ['dosage.1', 'Feline dosage is required.', { dosage: ['5', '4'] }],
  ]
  let form: DrugForm = { ...emptyDrugForm(1, UNSET_SECTION), species: [1, 0] }
  for (const [field, message, repair] of steps) {
    expect(checkDrugForm(form)).toEqual({ field, message })
    form = { ...form, ...repair }
  }
  expect(checkDrugForm(form)).toBeNull()
})

describe('every message', () => {
  test.each<[id: string, Partial<DrugForm>, field: string, message: string]>([
    ['DRUG-17', { name: '   ' }, 'name', 'Drug name is required.'],
    ['DRUG-17', { name: 'n'.repeat(51) }, 'name', 'Drug name is too long.'],
    ['DRUG-17', { name: 'Ketamine\u0000' }, 'name', 'Drug name is invalid.'],
    ['DRUG-18', { concentration: ' ' }, 'concentration', 'Drug concentration is required.'],
    ['DRUG-18', { concentration: '1,5' }, 'concentration', 'Drug concentration must be a valid number.'],
    ['DRUG-18', { concentration: '0' }, 'concentration', 'Drug concentration must be greater than zero.'],
    ['DRUG-18', { concentration: '100000.01' }, 'concentration', 'Drug concentration is too large.'],
    [
      'Q-11',
      { concentration: '0.0014' },
      'concentration',
      'Drug concentration 0.0014 would be saved as 0.001, another amount. Only 3 decimals are kept.',
    ],
    ['DRUG-19', { dosage: ['', '4'] }, 'dosage.0', 'Canine dosage is required.'],
    ['DRUG-19', { dosage: ['5mg', '4'] }, 'dosage.0', 'Canine dosage must be a valid number.'],
    ['Q-08', { dosage: ['5', '-1'] }, 'dosage.1', 'Feline dosage must be greater than zero.'],
    ['DRUG-19', { dosage: ['5', '100001'] }, 'dosage.1', 'Feline dosage is too large.'],
    [
      'Q-02',
      { dosage: ['0.0005', '4'] },
      'dosage.0',
      'Canine dosage 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.',
    ],
    ['Q-104', { species: [] }, 'species', 'Please select at least one species.'],
    [
      'Q-151',
      {
        range: [
          { from: '', to: '', cap: '-3' },
          { from: '', to: '' },
        ],
      },
      'range_cap.0',
      'Canine maximum dose must be greater than zero.',
    ],
    [
      'Q-151',
      {
        range: [
          { from: '', to: '' },
          { from: '2', to: '1' },
        ],
      },
      'range_to.1',
      'Feline highest usual dosage must not be below the lowest.',
    ],
    [
      'Q-151',
      {
        range: [
          { from: '', to: '' },
          { from: '', to: '', never: 'x'.repeat(121) },
        ],
      },
      'range_never.1',
      'Feline reason not to use it is too long.',
    ],
  ])('[%s] %j', (_, change, field, message) => {
    expect(said(ordinary, change)).toEqual({ field, message })
  })

  test.each<[Partial<DrugForm>, field: string, message: string]>([
    [{ dosage_from: ['', ''] }, 'dosage_from.0', 'Canine low dosage is required.'],
    [{ dosage_from: ['0.01', '1e3'] }, 'dosage_from.1', 'Feline low dosage must be a valid number.'],
    [{ dosage_to: ['0', '0.04'] }, 'dosage_to.0', 'Canine high dosage must be greater than zero.'],
    [{ dosage_to: ['0.03', '100000.1'] }, 'dosage_to.1', 'Feline high dosage is too large.'],
    [
      { dosage_to: ['0.0004', '0.04'] },
      'dosage_to.0',
      'Canine high dosage 0.0004 would be saved as 0, another amount. Only 3 decimals are kept.',
    ],
  ])('[DRUG-20] of an emergency drug: %j', (change, field, message) => {
    expect(said(emergency, change)).toEqual({ field, message })
  })

  test('[Q-151] of an emergency drug’s limits', () => {
    const range: DrugForm['range'] = [emergency.range[0], { from: '2', to: '1' }]
    expect(said(emergency, { range })).toEqual(said(ordinary, { range }))
    expect(said(emergency, { range })).toMatchObject({ field: 'range_to.1' })
    expect(said(emergency, { range, species: [0] })).toBeNull()
  })

  test('[DRUG-19] a species that is not chosen needs no dosage', () => {
    expect(said(ordinary, { species: [0], dosage: ['5', ''] })).toBeNull()
    expect(said(ordinary, { species: [1], dosage: ['1,5', '4'] })).toBeNull()
  })

  test('[DRUG-18] the limits themselves pass', () => {
    const most = {
      name: 'n'.repeat(50),
      concentration: '100000',
      dosage: ['100000.000', '0.001'] as [string, string],
    }
    expect(said(ordinary, most)).toBeNull()
    expect(said(ordinary, { name: `  ${'n'.repeat(50)} ` })).toBeNull()
  })
})

describe('what is saved', () => {
  it('[DRUG-12] [Q-08] holds -1 where a species or a section uses no dosage', () => {
    const typed: DrugForm = { ...ordinary, species: [1], dosage_from: ['9', '9'], schedule: 'III' }
    expect(drugOfForm(typed)).toEqual({
      name: 'Ketamine',
      concentration: 100,
      dosage: [-1, 4],
      dosage_from: [-1, -1],
      dosage_to: [-1, -1],
      route: ['IV', 'IV'],
      form: 'INJECTION',
      controlled: false,
      species: [1],
      section_key: 1000,
    })
    expect(drugOfForm({ ...emergency, dosage: ['7', '7'] })).toMatchObject({
      dosage: [-1, -1],
      dosage_from: [0.01, 0.02],
      dosage_to: [0.03, 0.04],
    })
  })

  it('[DRUG-24] is rounded to 3 decimals, as the notes said', () => {
    const typed: DrugForm = { ...ordinary, concentration: '12.34567', dosage: ['0.0255', '4.000'] }
    expect(drugFormNotes(typed)).toEqual([
      { field: 'concentration', saved: '12.346' },
      { field: 'dosage.0', saved: '0.026' },
    ])
    expect(drugOfForm(typed)).toMatchObject({ concentration: 12.346, dosage: [0.026, 4] })
  })

  it('[Q-02] is never a number that was refused', () => {
    const typed: DrugForm = { ...ordinary, dosage: ['0.0005', '4'] }
    expect(drugFormNotes(typed)).toEqual([])
    expect(() => drugOfForm(typed)).toThrow(RangeError)
  })

  it('[Q-151] keeps schedule and limits, which go with what they belong to', () => {
    const stored = drugContent.parse(
      ketamine({ limits: [{ min: 2, cap_mg: 50, never: 'Raised pressure' }, null] }),
    )
    expect(drugOfForm(formOfDrug(stored))).toEqual(stored)
    expect(drugOfForm({ ...formOfDrug(stored), controlled: false }).schedule).toBeUndefined()
    expect(drugOfForm({ ...formOfDrug(stored), species: [1] }).limits).toBeUndefined()
  })

  it('[Q-151] keeps the limits of an emergency drug', () => {
    const limits = [{ min: 0.01, max: 0.04, cap_mg: 1 }, { never: 'Too strong' }] as const
    const stored = drugContent.parse({ ...drugOfForm(emergency), limits })
    expect(drugOfForm({ ...formOfDrug(stored), name: 'Epinephrine' }).limits).toEqual(limits)
  })

  it('[Q-151] says no limits of a species that is taken away, as it says no dosage, and keeps those it never had in sight', () => {
    const limits = [{ max: 8 }, { never: 'Too strong' }]
    const stored = drugContent.parse(ketamine({ limits, species: [0] }))
    const opened = formOfDrug(stored)
    expect(drugOfForm({ ...opened, name: 'K' }, stored).limits).toEqual(limits)
    expect(drugOfForm({ ...opened, species: [1], dosage: ['', '4'] }, stored).limits).toEqual([
      null,
      limits[1],
    ])
  })
})

it('[Q-07] a low dosage above the high one is saved as it is', () => {
  const typed: DrugForm = { ...emergency, dosage_from: ['0.05', '0.05'] }
  expect(checkDrugForm(typed)).toBeNull()
  expect(drugOfForm(typed)).toMatchObject({ dosage_from: [0.05, 0.05], dosage_to: [0.03, 0.04] })
})

describe('[Q-104] the species', () => {
  it('are added in order, and the last one stays', () => {
    const feline = emptyDrugForm(1, 1000)
    expect(feline.species).toEqual([1])
    expect(speciesToggled(feline, 1)).toBe(feline)
    const both = speciesToggled(feline, 0)
    expect(both.species).toEqual([0, 1])
    expect(speciesToggled(both, 1).species).toEqual([0])
  })

  it('keep what was typed while they are away', () => {
    const away = speciesToggled(ordinary, 1)
    expect(drugOfForm(away).dosage).toEqual([5, -1])
    expect(drugOfForm(speciesToggled(away, 1)).dosage).toEqual([5, 4])
  })

  it('[Q-151] keep their limits while they are away', () => {
    const range: DrugForm['range'] = [ordinary.range[0], { from: '2', to: '8' }]
    for (const form of [ordinary, emergency]) {
      const away = speciesToggled({ ...form, range }, 1)
      expect(drugOfForm(away).limits).toBeUndefined()
      expect(drugOfForm(speciesToggled(away, 1)).limits).toEqual([null, { min: 2, max: 8 }])
    }
  })
})
