import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { drugContent } from '../records/drug.ts'
import type { JsonObject } from '../records/json.ts'
import type { Reversal } from '../records/reversal.ts'
import { ketamine, mutationOf, testId } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'
import { emptyDrugForm, formOfDrug, speciesToggled, type DrugForm } from './drug-form.ts'
import { checkDrugForm, drugOfForm } from './drug-form-check.ts'
import { reversedWords, reversalWords, type TypedReversal } from './reversal-form.ts'

const row = (over: Partial<TypedReversal> = {}): TypedReversal => ({
  name: 'Dexmedetomidine',
  species: 0,
  rule: 'times_mass',
  value: '10',
  route: 'IM',
  note: '',
  ...over,
})
const form = (reverses: TypedReversal[], over: Partial<DrugForm> = {}): DrugForm => ({
  ...emptyDrugForm(0, 1000),
  name: 'Atipamezole',
  concentration: '5',
  species: [0, 1],
  dosage: ['0.05', '0.05'],
  reverses,
  ...over,
})
const REVERSES: Reversal[] = [
  {
    name: 'Dexmedetomidine',
    species: 0,
    rule: 'times_mass',
    value: 10,
    route: 'IM',
    note: 'IV only in arrest',
  },
  { name: 'Dexmedetomidine', species: 1, rule: 'times_mass', value: 5, route: 'IM' },
  { name: 'Xylazine', species: 0, rule: 'mg_per_kg', value: 0.1, route: 'OTHER' },
]
const stored = (over: JsonObject = {}) => drugContent.parse({ ...ketamine(), reverses: REVERSES, ...over })

describe('[Q-16] the form of what a drug reverses', () => {
  test.each<[over: Partial<TypedReversal>, field: string, message: string]>([
    [{ name: ' ' }, 'name', 'Reversed drug is required.'],
    [{ name: 'n'.repeat(51) }, 'name', 'Reversed drug is too long.'],
    [{ name: 'D\u0000' }, 'name', 'Reversed drug is invalid.'],
    [{ value: '' }, 'value', 'Reversal dose is required.'],
    [{ value: '10x' }, 'value', 'Reversal dose must be a valid number.'],
    [{ value: '0' }, 'value', 'Reversal dose must be greater than zero.'],
    [{ value: '100000.1' }, 'value', 'Reversal dose is too large.'],
    [{ note: 'n'.repeat(121) }, 'note', 'Reversal note is too long.'],
    [{ note: 'IV\u0000' }, 'note', 'Reversal note is invalid.'],
    [{ name: 'DKT' }, 'rule', 'Use mg/kg for a mixture.'],
    [{ name: 'dexmedetomidine ', species: 1 }, 'name', 'dexmedetomidine is already listed for cats.'],
  ])('says of %j at the field', (over, field, message) => {
    expect(checkDrugForm(form([row({ species: 1 }), row(over)]))).toEqual({
      field: `reverses.1.${field}`,
      message,
    })
  })

  it('says it at the rule where a drug is not measured in mg', () => {
    const units = form([row()], { amount_unit: 'units' })
    expect(checkDrugForm(units)).toEqual({
      field: 'reverses.0.rule',
      message: 'Only a drug measured in mg can be given as “times its dose”.',
    })
    expect(checkDrugForm({ ...units, reverses: [row({ rule: 'mg_per_kg' })] })).toBeNull()
  })

  it('takes what the record takes', () => {
    expect(
      checkDrugForm(form([row(), row({ species: 1, value: '100000' }), row({ name: 'n'.repeat(50) })])),
    ).toBeNull()
    expect(checkDrugForm(form([row({ name: 'DKT', rule: 'mg_per_kg' })]))).toBeNull()
  })

  it('saves them without the blanks around, with every decimal', () => {
    const typed = [
      row({ name: ' Dexmedetomidine ', value: ' 2.50 ', note: '  IV only in arrest ' }),
      row({ name: 'Xylazine', rule: 'mg_per_kg', value: '0.00054', species: 1 }),
    ]
    expect(checkDrugForm(form(typed))).toBeNull()
    expect(drugOfForm(form(typed)).reverses).toEqual([
      {
        name: 'Dexmedetomidine',
        species: 0,
        rule: 'times_mass',
        value: 2.5,
        route: 'IM',
        note: 'IV only in arrest',
      },
      { name: 'Xylazine', species: 1, rule: 'mg_per_kg', value: 0.00054, route: 'IM' },
    ])
  })

  it('leaves out a row in which nothing was typed, and all of them where there is none', () => {
    const blank = row({ name: ' ', value: '', note: ' ' })
    expect(checkDrugForm(form([blank]))).toBeNull()
    expect(drugOfForm(form([blank]))).not.toHaveProperty('reverses')
    expect(drugOfForm(form([blank, row()])).reverses).toHaveLength(1)
    // What is wrong in a row below is said at its own place.
    expect(checkDrugForm(form([blank, row({ value: '' })]))?.field).toBe('reverses.1.value')
    expect(checkDrugForm(form([blank, blank, row()]))).toBeNull()
  })

  it('opens a stored drug as it is, and saves the same', () => {
    expect(drugOfForm(formOfDrug(stored()))).toEqual(stored())
    expect(formOfDrug(drugContent.parse(ketamine())).reverses).toEqual([])
  })

  it('says no reversals of a species that is taken away, and keeps those it never had in sight', () => {
    const opened = formOfDrug(stored())
    const away = speciesToggled(opened, 0)
    expect(drugOfForm(away, stored()).reverses).toEqual([REVERSES[1]])
    expect(drugOfForm(speciesToggled(away, 0), stored()).reverses).toEqual(REVERSES)
    const cats = stored({ species: [1] })
    expect(drugOfForm({ ...formOfDrug(cats), name: 'K' }, cats).reverses).toEqual(REVERSES)
    // Out of sight nothing is asked about.
    const wrong = form([row({ value: 'x' })], { species: [1] })
    expect(checkDrugForm(wrong)).toBeNull()
    expect(checkDrugForm({ ...wrong, species: [0, 1] })?.field).toBe('reverses.0.value')
  })

  it('is refused, or saved as what the record’s own rules take', () => {
    const typed = fc.record<TypedReversal>({
      name: fc.constantFrom('Dexmedetomidine', ' dexmedetomidine', 'Xylazine', 'TTDex', '', 'n'.repeat(51)),
      species: fc.constantFrom(0, 1),
      rule: fc.constantFrom('times_mass', 'mg_per_kg'),
      value: fc.constantFrom('10', '2.5', '0.00054', '', '0', '1e3', '.5', '100001'),
      route: fc.constantFrom('IM', 'IV'),
      note: fc.constantFrom('', ' ', 'slowly', 'n'.repeat(121)),
    })
    let saved = 0
    fc.assert(
      fc.property(
        fc.array(typed, { maxLength: 4 }),
        fc.constantFrom('mg' as const, 'units' as const),
        fc.constantFrom<DrugForm['species'][]>([0], [1], [0, 1]),
        (reverses, amount_unit, species) => {
          const of = form(reverses, { amount_unit, species })
          if (checkDrugForm(of) !== null) return
          saved += 1
          const drug = drugOfForm(of)
          expect(drugContent.parse(drug)).toEqual(drug)
          expect(drugOfForm(formOfDrug(drug))).toEqual(drug)
        },
      ),
      { numRuns: 3000 },
    )
    expect(saved).toBeGreaterThan(300)
  })
})

test('[Q-16] a reversal in words', () => {
  const said = (over: Partial<TypedReversal>, drug = {}) => reversalWords(row(over), drug)
  expect(said({ note: 'IV only in arrest' })).toBe('10 times its dose, IM, IV only in arrest')
  expect(said({ rule: 'mg_per_kg', value: '0.04', route: 'IV' })).toBe('0.04 mg/kg, IV')
  expect(said({ rule: 'mg_per_kg', value: '0.8' }, { amount_unit: 'units' })).toBe('0.8 units/kg, IM')
  expect(said({ rule: 'drops' as 'mg_per_kg', value: '5' })).toBe('5 drops, IM')
  expect([row(), row({ species: 1, name: ' X ' })].map(reversedWords)).toEqual([
    'Dexmedetomidine (canine)',
    'X (feline)',
  ])
})

describe('[Q-16] what a drug reverses belongs to its dose', () => {
  const start = (content: JsonObject) => {
    const clinic = new Clinic()
    clinic.do(actorOf(1), { op: 'create', collection: 'drugs', _id: DRUG, content })
    return { clinic, base: clinic.drug() }
  }
  const reverses = (value: number): JsonObject[] => [
    { name: 'Dexmedetomidine', species: 0, rule: 'times_mass', value, route: 'IM' },
  ]

  test('[M3] one person’s concentration never meets another’s reversal', () => {
    const { clinic, base } = start(ketamine({ reverses: reverses(10) }))
    clinic.do(actorOf(1), clinic.edit(base, ketamine({ reverses: reverses(10), concentration: 50 })))
    expect(clinic.do(actorOf(2), clinic.edit(base, ketamine({ reverses: reverses(5) }))).status).toBe(
      'conflict',
    )
    expect(clinic.drug()?.content).toMatchObject({ concentration: 50, reverses: reverses(10) })
    expect(clinic.conflicts()[0]?.content?.['groups']).toMatchObject([
      { group: 'dose', mine: { reverses: reverses(5) } },
    ])
  })

  test('[P7] an edit of edition 1, which did not know it, leaves it as it is', () => {
    const { clinic, base } = start(ketamine({ reverses: reverses(10) }))
    const op = clinic.edit(base, ketamine({ reverses: reverses(10), concentration: 50 }))
    if (op.op !== 'update') throw new Error('an edit')
    const { reverses: _, amount_unit: __, ...was } = op.was
    const old = mutationOf(9, testId(9, 9), 'drug.update', [{ ...op, was }], { schema: 1 })
    expect(clinic.take(actorOf(2), old).status).toBe('applied')
    expect(clinic.drug()?.content).toMatchObject({ concentration: 50, reverses: reverses(10) })
  })

  test('[M6] the undo of an edit brings it back', () => {
    const before = ketamine({ reverses: reverses(10) })
    const { clinic, base } = start(before)
    clinic.do(actorOf(1), clinic.edit(base, ketamine()))
    expect(clinic.drug()?.content).not.toHaveProperty('reverses')
    clinic.do(actorOf(1), clinic.edit(clinic.drug(), before))
    expect(clinic.drug()?.content).toEqual(before)
  })
})
