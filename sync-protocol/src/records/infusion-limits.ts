import * as z from 'zod/mini'
import { optional, quantity } from './fields.ts'

/** The units that the dose of an infusion is typed in. */
export const INFUSION_UNIT_NAMES = ['mcg/kg/min', 'mcg/kg/h', 'mg/kg/h', 'units/kg/h'] as const
export type InfusionUnit = (typeof INFUSION_UNIT_NAMES)[number]

/** As the form and the messages name them. */
export const INFUSION_LABELS = {
  min: 'Lowest infusion dose',
  max: 'Highest infusion dose',
  unit: 'Unit of the infusion dose',
} as const

/**
 * What the dose of an infusion is compared with, for one species. Both numbers are always in mg/kg/h, or in units/kg/h of a drug
 * measured in units: an hour, because 25 mcg/kg/min is exactly 1.5 mg/kg/h, but 2 mcg/kg/h is no decimal number of mcg/kg/min.
 * `shown_in` is the unit that they were typed in; it is only what people read, never what the numbers are in.
 */
const speciesInfusion = z.strictObject({
  min_per_hour: optional(quantity(INFUSION_LABELS.min)),
  max_per_hour: optional(quantity(INFUSION_LABELS.max)),
  shown_in: z.enum(INFUSION_UNIT_NAMES),
})
export const infusionLimits = z.nullable(speciesInfusion)
export type InfusionLimits = z.infer<typeof speciesInfusion>
