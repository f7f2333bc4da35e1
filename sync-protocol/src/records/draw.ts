import * as z from 'zod/mini'
import { day, form, id, name, optional, quantity, schedule } from './fields.ts'
import { unchangingKind } from './kind.ts'
import { NAME_MAX } from './limits.ts'
import { fieldsOf } from './unchecked.ts'

/** A volume of a controlled drug drawn for one patient, a fact (`spec 2 §3`): concentration in mg/ml, volume in ml. */
export const draw = unchangingKind({
  nouns: ['controlled substance draw', 'controlled substance draws'],
  subjects: ['draw', 'single_draw'],
  title: 'drug_name',
  sort: 'fact',
  fields: {
    drug_name: { schema: name('Drug name'), label: 'Drug name' },
    drug_concentration: { schema: quantity('Drug concentration'), label: 'Concentration', unit: 'mg/ml' },
    drug_volume: { schema: quantity('Volume administered'), label: 'Volume', unit: 'ml' },
    drug_form: { schema: form, label: 'Form' },
    schedule: { schema: optional(schedule), label: 'Schedule' },
    /** The sheet that it was saved with; '-' marks a single draw. */
    sheet_id: { schema: z.union([z.literal('-'), id]), label: 'Anesthesia sheet' },
    sheet_data: {
      schema: z.strictObject({
        patient_name: name('Patient name', {
          empty: 'Please enter the patient name.',
          tooLong: 'Your patient name is too long.',
        }),
        patient_id: optional(z.string().check(z.maxLength(NAME_MAX, 'Your patient ID is too long.'))),
        reason: name('Procedure', { empty: 'Please select a procedure.' }),
        species: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      }),
      label: '',
    },
    /** The printed volume rounds to 0: `drug_volume` is the exact value and a measured one must be entered. */
    enter_measured_volume: { schema: optional(z.literal(true)), label: 'Volume to be measured' },
    day: { schema: day, label: 'Day' },
  },
})
export const drawContent = draw.content
export type DrawContent = z.infer<typeof drawContent>

/** What a stored draw says of its drug; whatever else it holds is passed over. */
export const drawnSubstance = z.object(
  z.pick(drawContent, { drug_name: true, drug_concentration: true, schedule: true }).shape,
)

/** What a draw's content says of its patient, whatever it holds. */
export const patientIn = (content: unknown) =>
  fieldsOf<DrawContent['sheet_data']>(fieldsOf<DrawContent>(content).sheet_data)
