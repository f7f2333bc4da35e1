import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { form, route, schedule, type DrugClass } from 'sync-protocol/records/fields'
import { INFUSION_UNIT_NAMES } from 'sync-protocol/records/infusion-limits'
import { REVERSAL_RULES } from 'sync-protocol/records/reversal'
import * as z from 'zod'
import { programFolder } from '../program-folder.ts'

const titles = z.object({ title_s: z.string(), title_p: z.string() })
/** mg/kg for one species; null where the drug is not used. */
/** `cap_mg`: what no patient gets more of, however heavy. */
const dosed = z
  .object({ dosage: z.number(), range: z.tuple([z.number(), z.number()]), cap_mg: z.optional(z.number()) })
  .nullable()
/** In the unit that it is said in. */
const infusion = z.object({ from: z.number(), to: z.number(), unit: z.enum(INFUSION_UNIT_NAMES) }).nullable()
/** Limits of infusions, and where they are from; null for a species that has none. */
const infused = {
  infusion: z.object({ canine: infusion, feline: infusion }).optional(),
  reference: z.string().optional(),
}
const lowHigh = z.object({ from: z.number(), to: z.number() }).nullable()
/** mg/kg, or by how much the mg of the reversed drug are multiplied. */
const reversed = z.object({
  name: z.string(),
  rule: z.enum(REVERSAL_RULES),
  canine: z.number(),
  feline: z.number(),
  route,
  note: z.string().optional(),
})
const speciesName = z.enum(['canine', 'feline'])

const facts = z.object({
  sections: z.array(titles),
  /** Concentration in mg/ml. */
  drugs: z.array(
    z.object({
      name: z.string(),
      concentration: z.number(),
      section: z.string(),
      form,
      route,
      canine: dosed,
      feline: dosed,
      controlled: z.boolean(),
      schedule: z.nullable(schedule),
      ...infused,
    }),
  ),
  emergency_drugs: z.array(
    z.object({
      name: z.string(),
      concentration: z.number(),
      form,
      route,
      canine: lowHigh,
      feline: lowHigh,
      /** Its reference is that of the reversals, where it reverses anything. */
      ...infused,
      reverses: z.array(reversed).default([]),
    }),
  ),
  /** ml/kg. */
  fluids: z.array(z.object({ name: z.string(), rate: z.object({ canine: z.number(), feline: z.number() }) })),
  anesthesia_protocols: z.array(
    z.object({
      species: speciesName,
      name: z.string(),
      sections: z.array(
        z.object({
          section: z.string(),
          drugs: z.array(z.object({ name: z.string(), dosage: z.number(), route })),
        }),
      ),
      fluids: z.array(z.object({ name: z.string(), rate: z.number() })),
    }),
  ),
  emergency_protocols: z.array(
    z.object({ species: speciesName, name: z.string(), drugs: z.array(z.string()) }),
  ),
  procedures: z.array(z.string()),
  injections: z.object({ canine: z.array(z.string()), feline: z.array(z.string()) }),
})
export type DemonstrationFacts = z.infer<typeof facts>

/** Textbook values, for demonstration only: not for patient care. */
export function demonstrationFacts(): DemonstrationFacts {
  // Read from the sources also by the built server: the compiler leaves JSON files where they are.
  const path = join(programFolder, 'api/src/accounts/demonstration-library.json')
  return facts.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The class of the sections whose drugs are one; the others have none. */
export const CLASS_OF_SECTION: Readonly<Record<string, DrugClass>> = {
  'Tranquilizers/Sedatives': 'tranquilizer',
  Opioids: 'opioid',
  'Induction Agents': 'induction',
  Anticholinergics: 'anticholinergic',
  'Local Anesthetics': 'local-anesthetic',
  'Reversal Agents': 'antagonist',
}
