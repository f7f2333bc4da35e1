import * as z from 'zod/mini'
import { amountUnit, controlledInMg } from './amount-unit.ts'
import { sheetGuard } from './dose-reason.ts'
import { sheetCheck } from './double-check.ts'
import { copiedLimits, copiedUsual } from './drug.ts'
import { day, form, id, name, optional, quantity, route, schedule, text } from './fields.ts'
import { unchangingKind } from './kind.ts'
import {
  EMERGENCY_DRUGS_MAX,
  FLUIDS_MAX,
  INJECTIONS_MAX,
  NAME_MAX,
  NOTES_MAX,
  PROTOCOL_SECTIONS_MAX,
  SECTION_DRUGS_MAX,
} from './limits.ts'
import { fieldsOf, textIn } from './unchecked.ts'
import { weightUnit } from './weight-unit.ts'
import { ESTIMATED_LABEL, WEIGHED_AT_LABEL, weighing } from './weighing.ts'

/** Outcomes in the order in which they cycle (`spec 1 §3`). */
export const OUTCOMES = [
  'N/A',
  'adoption',
  'pre-adopt',
  'foster',
  'rto',
  's/n deposit',
  'rescue',
  'shelter',
] as const
export const outcome = z.enum(OUTCOMES)
export type Outcome = z.infer<typeof outcome>

export { WEIGHT_UNITS, type WeightUnit } from './weight-unit.ts'

/** A printed volume in ml: 0 stands for "above 0 but below 0.005", shown as '<0.01' with `volume_exact` beside it. */
const volume = z.number().check(z.nonnegative())

/** `volume` in ml as printed; `dosage` (mg/kg, or `amount_unit` in place of mg) is kept so that the arithmetic can be shown and checked again. */
export const sheetDrug = z
  .strictObject({
    name: name('Drug name'),
    concentration: quantity('Concentration'),
    dosage: optional(quantity('Dosage')),
    amount_unit: amountUnit,
    usual: copiedUsual,
    limits: copiedLimits,
    guard: optional(sheetGuard),
    volume,
    volume_exact: optional(z.number().check(z.positive())),
    route,
    form: optional(form),
    controlled: optional(z.boolean()),
    schedule: optional(schedule),
  })
  .check(controlledInMg)
export type SheetDrug = z.infer<typeof sheetDrug>

/** `rate` in ml/kg, `volume` in ml. */
export const sheetFluid = z.strictObject({
  name: name('Fluid name'),
  rate: optional(quantity('Rate')),
  volume,
  volume_exact: optional(z.number().check(z.positive())),
})
export type SheetFluid = z.infer<typeof sheetFluid>

/** Volumes in ml; the dosages are removed (`spec 1 §3`). */
export const sheetEmergencyDrug = z.strictObject({
  id: z.string().check(z.maxLength(NAME_MAX)),
  name: name('Drug name'),
  concentration: quantity('Concentration'),
  amount_unit: amountUnit,
  volume_low: volume,
  volume_high: volume,
  volume_low_exact: optional(z.number().check(z.positive())),
  volume_high_exact: optional(z.number().check(z.positive())),
  guard: optional(sheetGuard),
  route,
})
export type SheetEmergencyDrug = z.infer<typeof sheetEmergencyDrug>

export const sheetProcedure = z.union([
  z.string().check(z.maxLength(NAME_MAX)),
  z.strictObject({ name: name('Procedure'), notes: optional(text(NOTES_MAX, 'Notes')) }),
])

/** A saved anesthesia sheet, a fact: created once, then only voided (`spec 1 §3`, `spec 2 §3`). Species 2 is exotic. */
export const sheet = unchangingKind({
  nouns: ['anesthesia sheet', 'anesthesia sheets'],
  subjects: ['sheet'],
  title: 'name',
  type: 5,
  sort: 'fact',
  fields: {
    species: { schema: z.union([z.literal(0), z.literal(1), z.literal(2)]), label: 'Species' },
    procedure: { schema: sheetProcedure, label: 'Procedure' },
    anesthesia_protocol: {
      schema: z.strictObject({
        name: name('Protocol name'),
        sections: z
          .array(
            z.strictObject({
              title: text(NAME_MAX, 'Section title'),
              key: optional(z.int()),
              drugs: z.array(sheetDrug).check(z.minLength(1), z.maxLength(SECTION_DRUGS_MAX)),
            }),
          )
          .check(z.maxLength(PROTOCOL_SECTIONS_MAX)),
        fluids: z.array(sheetFluid).check(z.maxLength(FLUIDS_MAX)),
      }),
      label: 'Anesthesia protocol',
    },
    emergency_protocol: {
      schema: optional(
        z.strictObject({
          name: name('Protocol name'),
          drugs: z.array(sheetEmergencyDrug).check(z.maxLength(EMERGENCY_DRUGS_MAX)),
        }),
      ),
      label: 'Emergency protocol',
    },
    name: {
      schema: name('Patient name', {
        empty: 'Please enter the patient name.',
        tooLong: 'Your patient name is too long.',
      }),
      label: 'Patient name',
    },
    patient_id: {
      schema: optional(z.string().check(z.maxLength(NAME_MAX, 'Your patient ID is too long.'))),
      label: 'Patient ID',
    },
    weight: { schema: quantity('Patient weight'), label: 'Patient weight' },
    weight_units: { schema: weightUnit, label: 'Weight units' },
    estimated: { schema: weighing.estimated, label: ESTIMATED_LABEL, since: 2 },
    weighed_at: { schema: weighing.weighed_at, label: WEIGHED_AT_LABEL, since: 2 },
    check: { schema: optional(sheetCheck), label: 'Double-check', since: 2 },
    /** Whether the clinic asked for a check when the sheet was made. */
    check_asked: { schema: optional(z.boolean()), label: 'Double-check asked for', since: 2 },
    outcome: { schema: outcome, label: 'Outcome' },
    injections: {
      schema: z.array(name('Injection')).check(z.maxLength(INJECTIONS_MAX)),
      label: 'Injections',
    },
    /** The clinic's local day. */
    day: { schema: day, label: 'Day' },
    /** The patient of the day's list for whom it was made. */
    day_row: { schema: optional(id), label: 'Day list patient', since: 5 },
    /** The sheet that its open sheet had been saved as before: of the same patient, whose doses this one has anew. */
    corrects: { schema: optional(id), label: 'Corrects', since: 5 },
  },
})
export const sheetContent = sheet.content
export type SheetContent = z.infer<typeof sheetContent>

/** What a sheet's content calls its procedure: an object, or plain text (`spec 2 §3`). */
export function procedureIn(content: unknown): string {
  const { procedure } = fieldsOf<SheetContent>(content)
  return textIn(procedure) || textIn(fieldsOf<SheetContent['procedure']>(procedure).name)
}
