import * as z from 'zod/mini'
import { day, id, name, optional, quantity, species, text } from './fields.ts'
import { libraryKind } from './kind.ts'
import {
  CAGE_MAX,
  DAY_LINE_MAX,
  NAME_MAX,
  ORDER_KEY_MAX,
  OWNER_MAX,
  PATIENT_AGE_MAX,
  PATIENT_SEX_MAX,
  RISK_MAX,
} from './limits.ts'
import { ESTIMATED_LABEL, WEIGHED_AT_LABEL, weighing } from './weighing.ts'
import { weightUnit, type WeightUnit } from './weight-unit.ts'

/** How far a patient of the day has come, in this order; `refused` stands beside it. */
export const DAY_STATUSES = [
  'listed',
  'weighed',
  'checked',
  'drawn',
  'in_surgery',
  'recovering',
  'done',
  'refused',
] as const
export const dayStatus = z.enum(DAY_STATUSES)
export type DayStatus = z.infer<typeof dayStatus>

/** A place among the rows of a day, between any other two (`rules/order-key.ts`). */
const orderKey = z.string().check(z.regex(/^[0-9a-z]*[1-9a-z]$/), z.maxLength(ORDER_KEY_MAX))

/**
 * One patient of a day's list, with what is known before the sheet: the row of a patient whom several people see to. Weight,
 * unit, when it was weighed and whether it is a guess change as one (sync contract M1).
 */
const kind = libraryKind({
  nouns: ['day list patient', 'day list patients'],
  subjects: ['day_row'],
  title: 'name',
  fields: {
    /** The short number by which the patient is called on this day. */
    line: {
      schema: optional(text(DAY_LINE_MAX, 'Number')),
      label: 'Number',
      reads: 'words',
      group: 'identity',
    },
    name: { schema: name('Patient name'), label: 'Name', group: 'identity' },
    patient_id: {
      schema: optional(text(NAME_MAX, 'Patient ID')),
      label: 'Patient ID',
      reads: 'words',
      group: 'identity',
    },
    species: { schema: species, label: 'Species', reads: 'species', group: 'identity' },
    sex: { schema: optional(text(PATIENT_SEX_MAX, 'Sex')), label: 'Sex', reads: 'words', group: 'identity' },
    age: { schema: optional(text(PATIENT_AGE_MAX, 'Age')), label: 'Age', reads: 'words', group: 'identity' },
    owner: { schema: optional(text(OWNER_MAX, 'Owner')), label: 'Owner', reads: 'quoted', group: 'identity' },
    weight: { schema: optional(quantity('Weight')), label: 'Weight', group: 'weight' },
    weight_units: { schema: optional(weightUnit), label: 'Weight units', group: 'weight' },
    estimated: { schema: weighing.estimated, label: ESTIMATED_LABEL, group: 'weight' },
    weighed_at: { schema: weighing.weighed_at, label: WEIGHED_AT_LABEL, group: 'weight' },
    procedure: {
      schema: optional(text(NAME_MAX, 'Procedure')),
      label: 'Procedure',
      reads: 'quoted',
      group: 'plan',
    },
    anesthesia_protocol_id: { schema: optional(id), label: 'Anesthesia protocol', group: 'plan' },
    emergency_protocol_id: { schema: optional(id), label: 'Emergency protocol', group: 'plan' },
    risk: { schema: optional(text(RISK_MAX, 'Risk')), label: 'Risk', reads: 'quoted', group: 'plan' },
    day: { schema: day, label: 'Day', reads: 'day', group: 'place' },
    order: { schema: orderKey, label: 'Order', group: 'place' },
    cage: { schema: optional(text(CAGE_MAX, 'Cage')), label: 'Cage', reads: 'words', group: 'place' },
    status: { schema: dayStatus, label: 'Status', group: 'status' },
    /** The sheet that was saved for it; apart from the status, which people press. */
    sheet_id: { schema: optional(id), label: 'Anesthesia sheet', group: 'sheet' },
  },
})

interface Weighed {
  weight?: number
  weight_units?: WeightUnit
}

/** A number without its unit is no weight, nor is a unit alone. Both are of one group: no merge takes them apart. */
const wholeWeight = z.refine<Weighed>(
  ({ weight, weight_units }) => (weight === undefined) === (weight_units === undefined),
  { error: 'A weight needs its unit: kg or lb.', path: ['weight_units'] },
)

export const dayRow = { ...kind, content: kind.content.check(wholeWeight), times: ['weighed_at'] }
export type DayRowContent = z.infer<typeof dayRow.content>
export type DayRowField = keyof DayRowContent
