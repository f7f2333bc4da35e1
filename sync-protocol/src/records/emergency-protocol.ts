import * as z from 'zod/mini'
import { form, id, name, optional, quantity, route, schedule, species } from './fields.ts'
import { EMERGENCY_DRUGS_MAX } from './limits.ts'

/** Low and high dosage in mg/kg; low may exceed high (`spec 2 §5`). */
export const emergencyDrug = z.strictObject({
  name: name('Drug name'),
  concentration: quantity('Concentration'),
  dosage: z.literal(-1),
  dosage_from: quantity('Low dosage'),
  dosage_to: quantity('High dosage'),
  route,
  form,
  controlled: z.boolean(),
  schedule: optional(schedule),
  source_id: optional(id),
})
export type EmergencyDrug = z.infer<typeof emergencyDrug>

/** An emergency protocol (`spec 2 §3`). */
export const emergencyProtocolContent = z.strictObject({
  species,
  name: name('Name', {
    empty: 'Please enter the emergency protocol name.',
    tooLong: 'Your emergency protocol name is too long.',
  }),
  drugs: z
    .array(emergencyDrug)
    .check(z.minLength(1, 'Please add at least one emergency drug.'), z.maxLength(EMERGENCY_DRUGS_MAX)),
})
export type EmergencyProtocolContent = z.infer<typeof emergencyProtocolContent>
