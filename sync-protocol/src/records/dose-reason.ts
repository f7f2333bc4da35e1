import * as z from 'zod/mini'
import { isStorableText, name, optional } from './fields.ts'
import { NAME_MAX } from './limits.ts'
import { messages } from './messages.ts'
import { weightUnit } from './weight-unit.ts'

const REASON_MIN = 3
const REASON_MAX = 120
export const REASON_LABEL = 'Reason'

const TOO_SHORT = 'Please enter at least 3 letters.'

/** Why a dose is given that a guard marks red; blanks around it do not count. */
export const doseReason = z.string().check(
  z.refine((reason) => reason.trim().length >= REASON_MIN, TOO_SHORT),
  z.maxLength(REASON_MAX, messages.tooLong(REASON_LABEL)),
  z.refine(isStorableText, messages.invalid(REASON_LABEL)),
)

const LETTER = /\p{L}/gu

/** The same as it is typed: dots, digits and signs that show nothing explain nothing. What is stored already stays. */
export const typedDoseReason = doseReason.check(
  z.refine((reason) => (reason.match(LETTER) ?? []).length >= REASON_MIN, TOO_SHORT),
)

/** Kinds of findings as `rules/dose-findings.ts` names them; a later release may have more. */
const kinds = z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(20))

/** How a dose was judged when its sheet was saved, and why it was given where it was red. */
export const sheetGuard = z.strictObject({
  level: z.enum(['amber', 'red']),
  kinds,
  reason: optional(doseReason),
  /** Who entered the reason. */
  by: optional(name('Name')),
})
export type SheetGuard = z.infer<typeof sheetGuard>

/** A reason on an open sheet: for the drug at this place of this section, given at these dosages, and for what was red then. */
export const explainedDose = z.strictObject({
  section: z.int(),
  place: z.int().check(z.nonnegative()),
  name: name('Drug name'),
  dosages: z.array(z.number()).check(z.minLength(1), z.maxLength(2)),
  /** The weight that it was given at, as typed: a heavier patient gets more than was explained. */
  weight: optional(z.string().check(z.maxLength(NAME_MAX))),
  weight_units: optional(weightUnit),
  kinds,
  reason: doseReason,
  by: name('Name'),
})
export type ExplainedDose = z.infer<typeof explainedDose>
