import * as z from 'zod/mini'
import { instant, optional } from './fields.ts'

export const ESTIMATED_LABEL = 'Weight is estimated'
export const WEIGHED_AT_LABEL = 'Weight changed at'

/** What is known of a weight beside its number and its unit; it changes with them as one. */
export const weighing = {
  /** Nobody weighed the patient: the weight is a guess. */
  estimated: optional(z.boolean()),
  /** When the number or its unit was last changed; absent while nobody knows. */
  weighed_at: optional(instant),
}
