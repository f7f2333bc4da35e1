import * as z from 'zod/mini'
import {
  anesthesiaProtocolContent,
  protocolDrug,
  protocolFluid,
  protocolSection,
  type AnesthesiaProtocolContent,
} from 'sync-protocol/records/anesthesia-protocol'
import {
  emergencyDrug,
  emergencyProtocolContent,
  type EmergencyProtocolContent,
} from 'sync-protocol/records/emergency-protocol'
import type { JsonObject } from 'sync-protocol/records/json'
import { nameIn } from 'sync-protocol/records/kinds'

/**
 * A protocol as its form can show it: all that its kind has. One that was refused, of another program or an older release, may
 * have a name that is too long, a dosage of 0, or no drug at all: the form shows it, and says what is wrong when it is saved.
 */
const asTyped = {
  name: z.string(),
  concentration: z.number(),
  dosage: z.number(),
  dosage_from: z.number(),
  dosage_to: z.number(),
}

const anesthesia = z.object({
  ...anesthesiaProtocolContent.shape,
  name: z.string(),
  sections: z.array(
    z.object({
      ...protocolSection.shape,
      title_s: z.string(),
      title_p: z.string(),
      drugs: z.array(z.object({ ...protocolDrug.shape, ...asTyped })),
    }),
  ),
  fluids: z.optional(z.array(z.object({ ...protocolFluid.shape, name: z.string(), rate: z.number() }))),
})
const emergency = z.object({
  ...emergencyProtocolContent.shape,
  name: z.string(),
  drugs: z.array(z.object({ ...emergencyDrug.shape, ...asTyped })),
})

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
