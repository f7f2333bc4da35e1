import * as z from 'zod/mini'
import { amountUnit, controlledInMg } from './amount-unit.ts'
import { copiedLimits, copiedUsual } from './drug.ts'
import { form, id, name, optional, quantity, route, schedule, species, text } from './fields.ts'
import { libraryKind } from './kind.ts'
import { FLUIDS_MAX, NAME_MAX, PROTOCOL_SECTIONS_MAX, SECTION_DRUGS_MAX } from './limits.ts'

/** A copy of a library drug inside a protocol: mg/ml and mg/kg, or its `amount_unit` in place of mg; a later edit of the library does not change it (`spec 2 §3`). */
export const protocolDrug = z
  .strictObject({
    name: name('Drug name'),
    concentration: quantity('Concentration'),
    dosage: quantity('Dosage'),
    dosage_from: z.literal(-1),
    dosage_to: z.literal(-1),
    amount_unit: amountUnit,
    usual: copiedUsual,
    limits: copiedLimits,
    route,
    form,
    controlled: z.boolean(),
    schedule: optional(schedule),
    source_id: optional(id),
  })
  .check(controlledInMg)
export type ProtocolDrug = z.infer<typeof protocolDrug>

export const protocolSection = z.strictObject({
  key: z.int(),
  title_s: text(NAME_MAX, 'Singular title'),
  title_p: text(NAME_MAX, 'Plural title'),
  drugs: z.array(protocolDrug).check(z.minLength(1), z.maxLength(SECTION_DRUGS_MAX)),
})
export type ProtocolSection = z.infer<typeof protocolSection>

/** Rate in ml/kg. */
export const protocolFluid = z.strictObject({ name: name('Fluid name'), rate: quantity('Rate') })
export type ProtocolFluid = z.infer<typeof protocolFluid>

/** An anesthesia protocol (`spec 2 §3`, limits `spec 2 §9`: fluids count as one of ten sections). */
const fields = libraryKind({
  nouns: ['anesthesia protocol', 'anesthesia protocols'],
  subjects: ['anesthesia_protocol', 'anesthesia'],
  title: 'name',
  type: 1,
  fields: {
    species: { schema: species, label: 'Species', reads: 'species', group: 'drugs' },
    name: {
      schema: name('Name', {
        empty: 'Please enter the protocol name.',
        tooLong: 'Your protocol name is too long.',
      }),
      label: 'Name',
      group: 'name',
    },
    sections: {
      schema: z
        .array(protocolSection)
        .check(z.minLength(1, 'Please add at least one section.'), z.maxLength(PROTOCOL_SECTIONS_MAX)),
      label: 'Sections',
      group: 'drugs',
    },
    fluids: {
      schema: optional(
        z
          .array(protocolFluid)
          .check(
            z.minLength(1, 'Please add at least one fluid or remove the fluids section.'),
            z.maxLength(FLUIDS_MAX),
          ),
      ),
      label: 'Fluids',
      group: 'drugs',
    },
  },
})
export const anesthesiaProtocolContent = fields.content.check(
  z.refine((protocol) => protocol.sections.length + (protocol.fluids ? 1 : 0) <= PROTOCOL_SECTIONS_MAX, {
    error: 'A protocol has at most 10 sections, fluids counting as one.',
    path: ['sections'],
  }),
)
export type AnesthesiaProtocolContent = z.infer<typeof anesthesiaProtocolContent>

export const anesthesiaProtocol = { ...fields, content: anesthesiaProtocolContent }
