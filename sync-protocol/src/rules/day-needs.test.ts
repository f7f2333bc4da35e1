import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayNeeds } from './day-needs.ts'
import { exactFraction, plus } from './fraction.ts'
import { nearestNumber } from './rounding.ts'
import { emptySheetDraft, sheetOfDraft } from './sheet.ts'

const drug = (name: string, dosage: number, concentration: number, controlled = true) => ({
  name,
  concentration,
  dosage,
  dosage_from: -1 as const,
  dosage_to: -1 as const,
  route: 'IM' as const,
  form: 'INJECTION' as const,
  controlled,
})
const protocol = (...drugs: ReturnType<typeof drug>[]) => ({
  species: 0 as const,
  name: 'A',
  sections: [{ key: 1, title_s: 'Drug', title_p: 'Drugs', drugs }],
})
const kg = (weight: string) => ({ weight, units: 'kg' as const })

it('adds what is lost in the hub at each of 30 draws: 14.6 + 30 x 0.08 = 17', () => {
  const morphine = protocol(drug('Morphine', 1, 10), drug('Dexmedetomidine', 0.01, 0.5, false))
  const patients = [
    // 29 of 0.5 ml and one of 0.1 ml.
    ...Array.from({ length: 29 }, () => ({ weight: kg('5'), protocol: morphine })),
    { weight: kg('1'), protocol: morphine },
  ]
  expect(dayNeeds(patients, 0.08)).toEqual([
    {
      drug_name: 'Morphine',
      drug_concentration: 10,
      draws: 30,
      volume: 14.6,
      loss: 2.4,
      total: 17,
      tiny: 0,
    },
  ])
  expect(dayNeeds(patients, 0)).toMatchObject([{ volume: 14.6, loss: 0, total: 14.6 }])
})

it('tells apart strengths, not spellings; a volume below 0.01 ml counts as 0.01 ml', () => {
  const needs = dayNeeds(
    [
      { weight: kg('10'), protocol: protocol(drug('Ketamine', 1, 100), drug('ketamine ', 1, 100)) },
      { weight: { weight: '0.01', units: 'lb' }, protocol: protocol(drug('Ketamine', 1, 100)) },
      { weight: kg('10'), protocol: protocol(drug('Butorphanol', 0.2, 10), drug('Ketamine', 1, 10)) },
    ],
    0,
  )
  expect(
    needs.map(({ drug_name, drug_concentration, draws, total, tiny }) => [
      `${drug_name} ${drug_concentration}`,
      draws,
      total,
      tiny,
    ]),
  ).toEqual([
    ['Butorphanol 10', 1, 0.2, 0],
    ['Ketamine 10', 1, 1, 0],
    ['Ketamine 100', 3, 0.21, 1],
  ])
})

const amount = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000)
const anyDrug = fc
  .record({
    name: fc.constantFrom('Ketamine', 'Morphine', 'Midazolam'),
    dosage: amount,
    concentration: fc.constantFrom(1, 5, 10, 100),
    controlled: fc.boolean(),
  })
  .map((of) => drug(of.name, of.dosage, of.concentration, of.controlled))
const anyPatient = fc.record({
  weight: fc.record({ weight: amount.map(String), units: fc.constantFrom('kg' as const, 'lb' as const) }),
  protocol: fc.array(anyDrug, { minLength: 1, maxLength: 6 }).map((drugs) => protocol(...drugs)),
})

it('needs what the sheets of the day print, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(anyPatient, { maxLength: 12 }), amount, (patients, hubLoss) => {
      const printed = patients.flatMap(({ weight, protocol: content }) => {
        const draft = {
          ...emptySheetDraft({ outcome: 'N/A' }),
          species: 0 as const,
          name: 'Rex',
          weight: weight.weight,
          weight_units: weight.units,
          procedure: { content: { name: 'Spay' } },
          anesthesia_protocol: { content },
        }
        return sheetOfDraft(draft, '2026-11-20').anesthesia_protocol.sections.flatMap(({ drugs }) => drugs)
      })
      const controlled = printed.filter((one) => one.controlled)
      const needs = dayNeeds(patients, hubLoss)
      expect(needs.reduce((sum, { draws }) => sum + draws, 0)).toBe(controlled.length)
      for (const { drug_name, drug_concentration, volume, loss, total, draws } of needs) {
        const own = controlled.filter(
          (one) => one.name === drug_name && one.concentration === drug_concentration,
        )
        // Printed in hundredths of a ml at most.
        const hundredths = own.reduce((sum, one) => sum + Math.round((one.volume || 0.01) * 100), 0)
        expect(own.length).toBe(draws)
        expect(volume).toBe(hundredths / 100)
        expect(loss).toBe(Math.round(draws * hubLoss * 1000) / 1000)
        expect(total).toBe(nearestNumber(plus(exactFraction(volume), exactFraction(loss))))
      }
    }),
  )
})
