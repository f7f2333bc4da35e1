import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drugContent, dosageFields, type DrugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION, FORMS, ROUTES, SCHEDULES, type Species } from '../records/fields.ts'
import { AMOUNT_UNITS } from '../records/amount-unit.ts'
import type { JsonObject } from '../records/json.ts'
import { checkDrugForm, drugOfForm } from './drug-form-check.ts'
import { drugFormNotes } from './drug-form-notes.ts'
import { formOfDrug, type DrugForm } from './drug-form.ts'
import { emptyReversal } from './reversal-form.ts'
import { firstTooFine } from './library-numbers.ts'

const both = <T>(half: fc.Arbitrary<T>) => fc.tuple(half, half)
const someSpecies = fc.constantFrom<Species[]>([0], [1], [0, 1], [1, 0])
const sectionKey = fc.constantFrom(EMERGENCY_SECTION, -1, 0, 999, 1000)

const fine = fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => String(thousandths / 1000))
const anyNumber = fc.oneof(
  { weight: 6, arbitrary: fine },
  { weight: 2, arbitrary: fc.double({ min: 0.02, max: 100_000, noNaN: true }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '0', '-1', '0.0005', '1e3', '1,5', '100001', ' 5 ', '.5'),
  },
)
const range = fc.oneof(
  fc.constant({ from: '', to: '' }),
  fc.record({
    from: fc.constantFrom('', '0.5', '1'),
    to: fc.constantFrom('', '1', '2.5'),
    cap: fc.constantFrom('', '3'),
    never: fc.constantFrom('', 'MDR1'),
  }),
)
const formOf = (number: fc.Arbitrary<string>): fc.Arbitrary<DrugForm> =>
  fc.record({
    name: fc.oneof(
      { weight: 9, arbitrary: fc.string({ minLength: 1, maxLength: 50 }) },
      { weight: 1, arbitrary: fc.string() },
    ),
    concentration: number,
    amount_unit: fc.constantFrom(...AMOUNT_UNITS),
    species: someSpecies,
    dosage: both(number),
    dosage_from: both(number),
    dosage_to: both(number),
    range: both(range),
    route: both(fc.constantFrom(...ROUTES)),
    reverses: fc.constantFrom([], [emptyReversal(0, 'IM'), emptyReversal(1, 'IV')]),
    form: fc.constantFrom(...FORMS),
    controlled: fc.boolean(),
    schedule: fc.constantFrom(null, ...SCHEDULES),
    section_key: sectionKey,
    more: fc.record({
      reference: fc.constantFrom('', 'Plumb’s, 10th edition'),
      reviewed: fc.constantFrom('', '2026-03-01'),
      review_months: fc.constantFrom('', '12', '24', '120', '0', '1.5', 'x'),
    }),
  })
const anyForm = formOf(anyNumber)
const goodForm = formOf(fine).filter((form) => checkDrugForm(form) === null)

const asJson = (drug: DrugContent) => JSON.parse(JSON.stringify(drug)) as JsonObject
const DOSAGES = ['dosage', 'dosage_from', 'dosage_to'] as const

describe('[Q-08] a typed drug', () => {
  it('is refused, or saved as one that every store takes', () => {
    let saved = 0
    fc.assert(
      fc.property(anyForm, (form) => {
        const problem = checkDrugForm(form)
        if (problem !== null) {
          expect(() => {
            const drug = drugOfForm(form)
            drugContent.parse(drug)
            if (firstTooFine('drugs', asJson(drug))) throw new RangeError('too fine')
            if (problem.field.startsWith('range')) throw new RangeError(problem.message)
          }).toThrow()
          return
        }
        saved++
        const drug = drugOfForm(form)
        expect(drugContent.parse(asJson(drug))).toEqual(drug)
        expect(firstTooFine('drugs', asJson(drug))).toBeNull()
      }),
      { numRuns: 1000 },
    )
    expect(saved).toBeGreaterThan(100)
  })

  it('uses a dosage exactly where its species and its section do, and -1 everywhere else', () => {
    fc.assert(
      fc.property(goodForm, (form) => {
        const drug = drugOfForm(form)
        for (const field of DOSAGES) {
          for (const code of [0, 1] as const) {
            const used = form.species.includes(code) && dosageFields(form.section_key).includes(field)
            expect(drug[field][code]).toBe(used ? Number(form[field][code]) : -1)
          }
        }
      }),
    )
  })

  it('never mixes species: a form with its halves swapped is saved with its halves swapped', () => {
    const swapped = <T>([canine, feline]: [T, T]): [T, T] => [feline, canine]
    const other = (code: Species): Species => (code === 0 ? 1 : 0)
    fc.assert(
      fc.property(goodForm, (form) => {
        const drug = drugOfForm(form)
        const mirrored = drugOfForm({
          ...form,
          species: form.species.map(other),
          dosage: swapped(form.dosage),
          dosage_from: swapped(form.dosage_from),
          dosage_to: swapped(form.dosage_to),
          range: swapped(form.range),
          route: swapped(form.route),
        })
        expect(mirrored).toEqual({
          ...drug,
          species: drug.species.map(other).reverse(),
          dosage: swapped(drug.dosage),
          dosage_from: swapped(drug.dosage_from),
          dosage_to: swapped(drug.dosage_to),
          route: swapped(drug.route),
          ...(drug.limits && { limits: swapped(drug.limits) }),
        })
      }),
    )
  })

  it('opened and saved again without a change stays the same, and needs no rounding', () => {
    fc.assert(
      fc.property(goodForm, (form) => {
        const drug = drugOfForm(form)
        const again = formOfDrug(drug)
        expect(checkDrugForm(again)).toBeNull()
        expect(drugOfForm(again)).toEqual(drug)
        expect(drugFormNotes(again)).toEqual([])
      }),
    )
  })
})

describe('[Q-105] a copy into or out of Emergency Medications', () => {
  const copyInto = (drug: DrugContent, section_key: number): DrugForm => ({
    ...formOfDrug(drug),
    section_key,
  })

  it('asks for each dosage that it lacks, and is never saved without one', () => {
    fc.assert(
      fc.property(goodForm, sectionKey, (form, target) => {
        const drug = drugOfForm(form)
        const copy = copyInto(drug, target)
        const changes = (form.section_key === EMERGENCY_SECTION) !== (target === EMERGENCY_SECTION)
        if (!changes) {
          expect(drugOfForm(copy)).toEqual({ ...drug, section_key: target })
          return
        }
        const first = dosageFields(target)[0] ?? 'dosage'
        const code = drug.species[0] ?? 0
        for (const each of drug.species) expect(copy[first][each]).toBe('')
        expect(checkDrugForm(copy)).toEqual({
          field: `${first}.${code}`,
          message: expect.stringMatching(/ is required\.$/),
        })
        const filled: DrugForm = {
          ...copy,
          dosage: ['1', '2'],
          dosage_from: ['3', '4'],
          dosage_to: ['5', '6'],
        }
        expect(checkDrugForm(filled)).toBeNull()
        expect(drugContent.safeParse(drugOfForm(filled)).success).toBe(true)
      }),
    )
  })
})
