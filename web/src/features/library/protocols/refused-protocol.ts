import * as z from 'zod/mini'
import { amountUnit } from 'sync-protocol/records/amount-unit'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import { form, id, route, schedule, species } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import { nameIn } from 'sync-protocol/records/kinds'

/**
 * A protocol as its form can show it. One that was refused, of another program or an older release, may have a name that is too
 * long, a dosage of 0, or no drug at all: the form shows it, and says what is wrong when it is saved.
 */
const drug = {
  name: z.string(),
  concentration: z.number(),
  dosage: z.number(),
  dosage_from: z.number(),
  dosage_to: z.number(),
  amount_unit: amountUnit,
  route,
  form,
  controlled: z.boolean(),
  schedule: z.optional(schedule),
  source_id: z.optional(id),
}

const anesthesia = z.object({
  species,
  name: z.string(),
  sections: z.array(
    z.object({ key: z.int(), title_s: z.string(), title_p: z.string(), drugs: z.array(z.object(drug)) }),
  ),
  fluids: z.optional(z.array(z.object({ name: z.string(), rate: z.number() }))),
})
const emergency = z.object({ species, name: z.string(), drugs: z.array(z.object(drug)) })

/** Of what is no protocol in its shape only the name is left; the rest can be copied where it waits. */
function shown<T>(shape: z.ZodMiniType, content: JsonObject, empty: T): T {
  const read = shape.safeParse(content)
  if (read.success) return read.data as T
  console.warn('This protocol cannot be shown in its form.', read.error)
  return empty
}

export const shownAnesthesia = (content: JsonObject, of: 0 | 1): AnesthesiaProtocolContent =>
  shown(anesthesia, content, { species: of, name: nameIn('anesthesia_protocols', content), sections: [] })

export const shownEmergency = (content: JsonObject, of: 0 | 1): EmergencyProtocolContent =>
  shown(emergency, content, { species: of, name: nameIn('emergency_protocols', content), drugs: [] })
