import * as z from 'zod'
import { EMERGENCY_SECTION, form, name, quantity, route, schedule, species } from './fields.ts'
import { messages } from './messages.ts'

/** mg/kg for [canine, feline]; -1 means not used for that species (`spec 1 §3`). */
const dosagePair = z.tuple([z.number(), z.number()])
/** The usual range in mg/kg for [canine, feline], for information. */
const usualRange = z.tuple([z.number().positive(), z.number().positive()]).nullable()

export const SPECIES_LABELS = ['Canine', 'Feline'] as const

/** Made once: a schema takes far longer to make than to ask. */
const perSpecies = (label: string) => ({
  label,
  checks: [quantity(`${SPECIES_LABELS[0]} ${label}`), quantity(`${SPECIES_LABELS[1]} ${label}`)] as const,
})
const ORDINARY = [['dosage', perSpecies('dosage')]] as const
const EMERGENCY = [
  ['dosage_from', perSpecies('low dosage')],
  ['dosage_to', perSpecies('high dosage')],
] as const

/** A library drug: concentration in mg/ml, dosages in mg/kg (`spec 1 §3`, `spec 1 §5`). */
export const drugContent = z
  .strictObject({
    name: name('Drug name'),
    concentration: quantity('Drug concentration'),
    dosage: dosagePair,
    dosage_from: dosagePair,
    dosage_to: dosagePair,
    route: z.tuple([route, route]),
    form,
    controlled: z.boolean(),
    schedule: schedule.optional(),
    range: z.tuple([usualRange, usualRange]).optional(),
    species: z.array(species).min(1).max(2),
    section_key: z.int(),
  })
  .superRefine((drug, context) => {
    const fields = drug.section_key === EMERGENCY_SECTION ? EMERGENCY : ORDINARY
    for (const code of drug.species) {
      for (const [field, { label, checks }] of fields) {
        const checked = checks[code].safeParse(drug[field][code])
        if (checked.success) continue
        context.addIssue({
          code: 'custom',
          path: [field, code],
          message: checked.error.issues[0]?.message ?? messages.invalid(label),
        })
      }
    }
  })
export type DrugContent = z.infer<typeof drugContent>
