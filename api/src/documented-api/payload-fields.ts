import type { Collection } from 'sync-protocol/records/envelope'
import { AMOUNT_UNITS } from 'sync-protocol/records/amount-unit'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import { copiedLimits, copiedUsual, drugContent } from 'sync-protocol/records/drug'
import { form, id, route, schedule, species } from 'sync-protocol/records/fields'
import { procedureContent } from 'sync-protocol/records/procedure'
import { sheetContent } from 'sync-protocol/records/sheet'
import { numberText } from 'sync-protocol/rules/number-input'
import * as z from 'zod'
import { partial } from 'zod/mini'
import { described, plainWord } from './described.ts'
import { sentName, sentText } from './sent-text.ts'

/** As the forms take it: a number, or its text; what it may be the forms' own rules say. */
const typed = z
  .union([z.number(), z.string().max(50), z.null()])
  .transform((value) => (value === null ? '' : typeof value === 'number' ? numberText(value) : value))
  .meta({ description: 'A number, also as text; kept with 3 decimals.' })
/** Left out of a row it is asked for in the form's sentName, as an empty field is. */
const typedInRow = z.preprocess((value) => value ?? '', typed)
const pair = z.tuple([typed, typed]).meta({ description: '[canine, feline]; -1 where it is not used.' })
const amountUnit = z.nullish(z.enum(AMOUNT_UNITS))
const copied = {
  name: sentName,
  concentration: typedInRow,
  amount_unit: amountUnit,
  limits: z.nullish(copiedLimits),
  route,
  form,
  controlled: z.boolean(),
  schedule: z.nullish(schedule),
  source_id: z.nullish(id),
  section_key: z.int().optional(),
}
const unused = z.unknown().optional().meta({ description: 'Taken and not looked at: saved as -1.' })

/** Of the envelope and of other calls: taken, and not looked at. Who, when and whose are the server's to say. */
const ignored = Object.fromEntries(
  ['_id', 'meta', 'version', 'org_id', 'org_key', 'org_name', 'author_id', 'author_name', 'type'].map(
    (name) => [name, z.unknown().optional().meta({ description: 'Taken and not looked at.' })],
  ),
)
function payload<S extends z.ZodRawShape>(shape: S) {
  // Its own fields win, and stand first for whoever reads the documentation.
  const all: S = { ...shape, ...ignored, ...shape }
  return z.strictObject(all)
}
const oneSpecies = described(species, '0 canine, 1 feline.')
const usualRange = z.nullable(z.tuple([z.number().positive(), z.number().positive()]))
/** A kind's optional fields that stand by themselves; a number also as text. */
const plain = (collection: Collection): object =>
  Object.fromEntries(
    plainFields(collection).map((field) => [
      field.name,
      z
        .nullish(z.union([field.plain === 'text' ? sentText(field.schema) : z.string().max(50), z.number()]))
        .meta({ description: plainWord(field) }),
    ]),
  )
const speciesList = z.array(species).max(2).meta({ description: 'Species codes: 0 canine, 1 feline.' })

/** What is sent of each collection to insert it; every field may be left out of an update (`spec 1 §7`, `spec 2 §3`). */
export const payloads = {
  drugs: payload({
    section_key: z.int().optional(),
    section_name: sentName.optional().meta({ description: 'Instead of the key: the plural title.' }),
    species: speciesList,
    name: sentName,
    concentration: typed,
    amount_unit: amountUnit,
    dosage: pair.optional(),
    dosage_from: pair.optional(),
    dosage_to: pair.optional(),
    route: drugContent.shape.route,
    form,
    controlled: z.boolean(),
    schedule: z.nullish(schedule),
    ...plain('drugs'),
    limits: drugContent.shape.limits,
    infusion_limits: z.nullish(drugContent.shape.infusion_limits),
    reverses: z.nullish(drugContent.shape.reverses),
    range: z
      .optional(z.tuple([usualRange, usualRange]))
      .meta({ description: 'Before there were limits: [low, high] in mg/kg for [canine, feline].' }),
  }),
  fluids: payload({ species: speciesList, name: sentName, rate: typed, ...plain('fluids') }),
  anesthesia_protocols: payload({
    species: oneSpecies,
    name: sentName,
    sections: z
      .array(
        z.strictObject({
          key: z.int(),
          title_s: sentName,
          title_p: sentName,
          drugs: z
            .array(
              z.strictObject({
                ...copied,
                dosage: typedInRow,
                usual: z.nullish(copiedUsual),
                dosage_from: unused,
                dosage_to: unused,
              }),
            )
            .max(100),
        }),
      )
      .max(100),
    fluids: z
      .array(z.strictObject({ name: sentName, rate: typedInRow }))
      .max(100)
      .nullish(),
    ...plain('anesthesia_protocols'),
  }),
  emergency_protocols: payload({
    species: oneSpecies,
    name: sentName,
    drugs: z
      .array(z.strictObject({ ...copied, dosage_from: typedInRow, dosage_to: typedInRow, dosage: unused }))
      .max(100),
    ...plain('emergency_protocols'),
  }),
  injections: payload({ species: oneSpecies, name: sentName, ...plain('injections') }),
  procedures: payload({
    species: oneSpecies,
    name: sentName,
    notes: sentText(procedureContent.shape.notes).nullish(),
    ...plain('procedures'),
  }),
  sheets: payload({
    species: sheetContent.shape.species,
    name: sentName.meta({ description: "The patient's name." }),
    patient_id: sentText(sheetContent.shape.patient_id).nullish(),
    weight: typed,
    weight_units: sheetContent.shape.weight_units,
    estimated: sheetContent.shape.estimated,
    weighed_at: sheetContent.shape.weighed_at,
    check: z.nullish(sheetContent.shape.check),
    check_asked: sheetContent.shape.check_asked,
    day_row: sheetContent.shape.day_row,
    corrects: sheetContent.shape.corrects,
    outcome: z.optional(sheetContent.shape.outcome),
    procedure: sheetContent.shape.procedure,
    anesthesia_protocol: z.looseObject({}).meta({
      description:
        'name, sections [title, drugs [name, concentration, amount_unit, volume, route, …]], fluids [name, volume].',
    }),
    emergency_protocol: z.looseObject({}).nullish().meta({
      description: 'name, drugs [id, name, concentration, amount_unit, volume_low, volume_high, route].',
    }),
    injections: z.array(sentName).max(100).optional(),
  }),
} as const
/** A sheet as it shall be sent; its protocols are looked at closely only once its own rules are kept. */
export const sheetPayload = payloads.sheets.extend({
  anesthesia_protocol: partial(sheetContent.shape.anesthesia_protocol, { fluids: true }),
  emergency_protocol: z.nullable(sheetContent.shape.emergency_protocol),
})
export type WrittenCollection = keyof typeof payloads
export const WRITTEN = Object.keys(payloads) as WrittenCollection[]
export type Payload<C extends WrittenCollection> = Partial<z.infer<(typeof payloads)[C]>>
