import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SheetDraft } from '../records/draft.ts'
import { drawContent } from '../records/draw.ts'
import { FORMS, ROUTES } from '../records/fields.ts'
import { QUANTITY_MAX } from '../records/limits.ts'
import { OUTCOMES, sheetContent } from '../records/sheet.ts'
import { checkSheetDraft, checkVolumes, drawsOfSheet, sheetOfDraft } from './sheet.ts'

const name = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '')
const amount = fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => thousandths / 1000)
const common = {
  name,
  concentration: amount,
  route: fc.constantFrom(...ROUTES),
  form: fc.constantFrom(...FORMS),
  controlled: fc.boolean(),
}
const unused = fc.constant(-1 as const)

const draft: fc.Arbitrary<SheetDraft> = fc.record({
  kind: fc.constant('sheet' as const),
  species: fc.constantFrom(0 as const, 1 as const),
  name,
  patient_id: fc.oneof(fc.constant(''), name),
  weight: amount.map(String),
  weight_units: fc.constantFrom('kg' as const, 'lb' as const),
  outcome: fc.constantFrom(...OUTCOMES),
  procedure: fc.record({ content: fc.record({ name }) }),
  anesthesia_protocol: fc.record({
    content: fc.record({
      species: fc.constant(0 as const),
      name,
      sections: fc.array(
        fc.record({
          key: fc.nat(),
          title_s: name,
          title_p: name,
          drugs: fc.array(fc.record({ ...common, dosage: amount, dosage_from: unused, dosage_to: unused }), {
            minLength: 1,
            maxLength: 5,
          }),
        }),
        { minLength: 1, maxLength: 9 },
      ),
      fluids: fc.array(fc.record({ name, rate: amount }), { minLength: 1, maxLength: 5 }),
    }),
  }),
  emergency_protocol: fc.option(
    fc.record({
      content: fc.record({
        species: fc.constant(0 as const),
        name,
        drugs: fc.array(fc.record({ ...common, dosage: unused, dosage_from: amount, dosage_to: amount }), {
          minLength: 1,
          maxLength: 10,
        }),
      }),
    }),
  ),
  injections: fc.array(name, { maxLength: 10 }),
  saved_as: fc.constant(null),
})

it('every sheet that passes the check is one that every store takes, with its draws, with volumes that compute again to the same', () => {
  fc.assert(
    fc.property(draft, (typed) => {
      const problem = checkSheetDraft(typed)
      if (problem !== null) {
        // The only thing wrong with any of these: more than a draw can hold.
        expect(problem.message).toContain('The volume of ')
        const volumes = drawsOfSheet(sheetOfDraft(typed, '2026-03-05'), '-').map((draw) => draw.drug_volume)
        expect(Math.max(...volumes)).toBeGreaterThan(QUANTITY_MAX)
        return
      }
      const sheet = sheetOfDraft(typed, '2026-03-05')
      const read = sheetContent.parse(JSON.parse(JSON.stringify(sheet)))
      expect(read).toEqual(sheet)
      // A low volume above its high one is taken, and pointed out on the saved sheet too.
      const turned =
        read.emergency_protocol?.drugs.some(
          ({ volume_low: low, volume_high: high, volume_low_exact, volume_high_exact }) =>
            low > high || (volume_low_exact ?? 0) > (volume_high_exact ?? Infinity),
        ) ?? false
      expect(checkVolumes(read)).toBe(!turned)
      const controlled = typed.anesthesia_protocol?.content.sections.flatMap((section) =>
        section.drugs.filter((drug) => drug.controlled),
      )
      const draws = drawsOfSheet(sheet, '-')
      expect(draws.map((draw) => drawContent.parse(draw).drug_name)).toStrictEqual(
        controlled?.map((drug) => drug.name),
      )
    }),
    { numRuns: 300 },
  )
})
