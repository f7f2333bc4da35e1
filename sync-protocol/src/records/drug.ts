import * as z from 'zod/mini'
import { amountUnit, CAP_IN_MG, controlledInMg, isInMg } from './amount-unit.ts'
import {
  CANINE,
  day,
  EMERGENCY_SECTION,
  FELINE,
  form,
  name,
  optional,
  quantity,
  route,
  schedule,
  species,
  text,
  type Species,
} from './fields.ts'
import { infusionLimits } from './infusion-limits.ts'
import { libraryKind } from './kind.ts'
import { NEVER_MAX } from './limits.ts'
import { messages } from './messages.ts'
import { reverses, REVERSES_LABEL, TIMES_MASS_IN_MG } from './reversal.ts'

/** mg/kg, or another amount of `amount_unit` per kg, for [canine, feline]; -1 means not used for that species (`spec 1 §3`). */
const dosagePair = z.tuple([z.number(), z.number()])
const positive = (label: string) =>
  optional(z.number(messages.notANumber(label)).check(z.positive(messages.notPositive(label))))
/** The limits as the form and the messages name them. */
export const LIMIT_LABELS = {
  min: 'Lowest usual dosage',
  max: 'Highest usual dosage',
  cap_mg: 'Maximum dose',
  never: 'Reason not to use it',
} as const
/**
 * What a dosage is compared with, for one species: the lowest and the highest usual one in the dosage's unit, the most that is
 * given at once in mg (only of a drug measured in mg), and why it is never given.
 */
const speciesLimits = z.strictObject({
  min: positive(LIMIT_LABELS.min),
  max: positive(LIMIT_LABELS.max),
  cap_mg: positive(LIMIT_LABELS.cap_mg),
  never: optional(text(NEVER_MAX, LIMIT_LABELS.never)),
})
export const doseLimits = z.nullable(speciesLimits)
export type DoseLimits = z.infer<typeof speciesLimits>

/** What the copies of a drug are judged by wherever they go, as it stood when they were made, for their species: `usual` is the library's dosage. */
export const copiedLimits = optional(speciesLimits)
export const USUAL_LABEL = 'Usual dosage'
export const copiedUsual = optional(quantity(USUAL_LABEL))
export interface JudgedBy {
  usual?: number | undefined
  limits?: DoseLimits | undefined
}
/** The same where it stands in another copy; what is absent stays absent. */
export const keptJudgedBy = ({ usual, limits }: JudgedBy) => ({
  ...(usual !== undefined && { usual }),
  ...(limits !== undefined && { limits }),
})

export const SPECIES_LABELS = ['Canine', 'Feline'] as const

/** As their messages name them. */
const DOSAGE_WORDS = { dosage: 'dosage', dosage_from: 'low dosage', dosage_to: 'high dosage' } as const
export type DosageField = keyof typeof DOSAGE_WORDS
export const CONCENTRATION_LABEL = 'Drug concentration'
export const NAME_LABEL = 'Drug name'
export const AMOUNT_UNIT_LABEL = 'Measured in'

/** 'Canine low dosage': the name of a dosage (mg/kg) in its messages. */
export const dosageLabel = (field: DosageField, code: Species) =>
  `${SPECIES_LABELS[code]} ${DOSAGE_WORDS[field]}`

const ORDINARY = ['dosage'] as const
const EMERGENCY = ['dosage_from', 'dosage_to'] as const

/** The dosages that a drug of this section has: emergency drugs have a low and a high one in place of one (`spec 1 §5`). */
export const dosageFields = (sectionKey: number): readonly DosageField[] =>
  sectionKey === EMERGENCY_SECTION ? EMERGENCY : ORDINARY

/** Made once: a schema takes far longer to make than to ask. */
const perSpecies = (field: DosageField) =>
  [quantity(dosageLabel(field, CANINE)), quantity(dosageLabel(field, FELINE))] as const
const CHECKS = {
  dosage: perSpecies('dosage'),
  dosage_from: perSpecies('dosage_from'),
  dosage_to: perSpecies('dosage_to'),
}

/** A library drug: concentration in mg/ml, dosages in mg/kg, or in its `amount_unit` in place of mg (`spec 1 §3`, `spec 1 §5`). */
const fields = libraryKind({
  nouns: ['drug', 'drugs'],
  subjects: ['drug', 'drugs'],
  title: 'name',
  type: 0,
  fields: {
    name: { schema: name(NAME_LABEL), label: 'Name', group: 'dose' },
    concentration: {
      schema: quantity(CONCENTRATION_LABEL),
      label: 'Concentration',
      reads: 'number',
      unit: 'mg/ml',
      group: 'dose',
    },
    amount_unit: { schema: amountUnit, label: AMOUNT_UNIT_LABEL, group: 'dose', since: 2 },
    dosage: { schema: dosagePair, label: 'Dosage', reads: 'number', unit: 'mg/kg', group: 'dose' },
    dosage_from: { schema: dosagePair, label: 'Low dosage', reads: 'number', unit: 'mg/kg', group: 'dose' },
    dosage_to: { schema: dosagePair, label: 'High dosage', reads: 'number', unit: 'mg/kg', group: 'dose' },
    limits: {
      schema: optional(z.tuple([doseLimits, doseLimits])),
      label: 'Limits',
      reads: 'limits',
      group: 'dose',
    },
    infusion_limits: {
      schema: optional(z.tuple([infusionLimits, infusionLimits])),
      label: 'Infusion limits',
      reads: 'infusion',
      group: 'dose',
      since: 4,
    },
    reverses: { schema: reverses, label: REVERSES_LABEL, group: 'dose', since: 2 },
    route: { schema: z.tuple([route, route]), label: 'Route', reads: 'words', group: 'dose' },
    form: { schema: form, label: 'Form', reads: 'words', group: 'dose' },
    controlled: {
      schema: z.boolean(),
      label: 'Controlled substance',
      reads: ['not controlled', 'controlled'],
      group: 'dose',
    },
    schedule: { schema: optional(schedule), label: 'Schedule', reads: 'words', group: 'dose' },
    species: {
      schema: z.array(species).check(z.minLength(1), z.maxLength(2)),
      label: 'Species',
      reads: 'species',
      group: 'dose',
    },
    reference: {
      schema: optional(text(200, 'Reference')),
      label: 'Reference',
      reads: 'quoted',
      plain: 'text',
      group: 'review',
      since: 2,
    },
    reviewed: {
      schema: optional(day),
      label: 'Reviewed on',
      reads: 'day',
      plain: 'day',
      group: 'review',
      since: 2,
    },
    review_months: {
      schema: optional(
        z
          .int(messages.notANumber('Review after'))
          .check(
            z.minimum(1, messages.notPositive('Review after')),
            z.maximum(120, messages.tooLarge('Review after')),
          ),
      ),
      label: 'Review after',
      reads: 'number',
      unit: 'months',
      plain: 'whole',
      group: 'review',
      since: 2,
    },
    section_key: { schema: z.int(), label: 'Section', reads: 'section', group: 'section' },
  },
})

export const drugContent = fields.content.check(
  controlledInMg,
  z.superRefine((drug, context) => {
    for (const [code, limits] of (drug.limits ?? []).entries()) {
      if (/* @rule cap-in-mg */ limits?.cap_mg === undefined || isInMg(drug)) continue
      context.addIssue({ code: 'custom', path: ['limits', code, 'cap_mg'], message: CAP_IN_MG })
    }
    for (const [at, { rule }] of (drug.reverses ?? []).entries()) {
      if (/* @rule times-mass-in-mg */ rule !== 'times_mass' || isInMg(drug)) continue
      context.addIssue({ code: 'custom', path: ['reverses', at, 'rule'], message: TIMES_MASS_IN_MG })
    }
    for (const code of drug.species) {
      for (const field of dosageFields(drug.section_key)) {
        const checked = CHECKS[field][code].safeParse(drug[field][code])
        if (checked.success) continue
        context.addIssue({
          code: 'custom',
          path: [field, code],
          message: checked.error.issues[0]?.message ?? messages.invalid(dosageLabel(field, code)),
        })
      }
    }
  }),
)
export type DrugContent = z.infer<typeof drugContent>

export const drug = { ...fields, content: drugContent }
