import * as z from 'zod/mini'
import { amountUnit, controlledInMg } from './amount-unit.ts'
import { copiedLimits } from './drug.ts'
import { form, id, name, optional, quantity, route, schedule, species } from './fields.ts'
import { libraryKind } from './kind.ts'
import { EMERGENCY_DRUGS_MAX } from './limits.ts'

/** Low and high dosage in mg/kg, or its `amount_unit` in place of mg; low may exceed high (`spec 2 §5`). */
export const emergencyDrug = z
  .strictObject({
    name: name('Drug name'),
    concentration: quantity('Concentration'),
    dosage: z.literal(-1),
    dosage_from: quantity('Low dosage'),
    dosage_to: quantity('High dosage'),
    amount_unit: amountUnit,
    limits: copiedLimits,
    route,
    form,
    controlled: z.boolean(),
    schedule: optional(schedule),
    source_id: optional(id),
  })
  .check(controlledInMg)
export type EmergencyDrug = z.infer<typeof emergencyDrug>

/** An emergency protocol (`spec 2 §3`). */
export const emergencyProtocol = libraryKind({
  nouns: ['emergency protocol', 'emergency protocols'],
  subjects: ['emergency_protocol', 'emergency'],
  title: 'name',
  type: 2,
  fields: {
    species: { schema: species, label: 'Species', reads: 'species', group: 'drugs' },
    name: {
      schema: name('Name', {
        empty: 'Please enter the emergency protocol name.',
        tooLong: 'Your emergency protocol name is too long.',
      }),
      label: 'Name',
      group: 'name',
    },
    drugs: {
      schema: z
        .array(emergencyDrug)
        .check(z.minLength(1, 'Please add at least one emergency drug.'), z.maxLength(EMERGENCY_DRUGS_MAX)),
      label: 'Drugs',
      group: 'drugs',
    },
  },
})
export const emergencyProtocolContent = emergencyProtocol.content
export type EmergencyProtocolContent = z.infer<typeof emergencyProtocolContent>
