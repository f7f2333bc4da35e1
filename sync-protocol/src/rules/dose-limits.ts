import { CAP_IN_MG, isInMg, perKg, type Measured } from '../records/amount-unit.ts'
import { LIMIT_LABELS, type DoseLimits } from '../records/drug.ts'
import { NEVER_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import { numberOf, numberText, readNumber } from './number-input.ts'
import { quantityMessage, readQuantity } from './typed-quantity.ts'

/** A drug's limits for one species as they are typed: in the dosage's unit, the cap in mg. Dosages are compared with them, so they are not rounded. */
export type TypedLimits = {
  from: string
  to: string
  /** Absent in forms that an earlier release kept. */
  cap?: string
  never?: string
}
export type LimitsEnd = 'from' | 'to' | 'cap' | 'never'

const numberIn = (typed: string): number | undefined => {
  const read = readNumber(typed)
  return read === null || typeof read === 'string' ? undefined : numberOf(read)
}

/** What is saved of them, or null when nothing is typed. For limits that `limitsProblem` finds no fault with. */
export function limitsOf({ from, to, cap = '', never = '' }: TypedLimits): DoseLimits | null {
  const [min, max, most] = [from, to, cap].map(numberIn)
  const reason = never.trim()
  const limits: DoseLimits = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(most !== undefined && { cap_mg: most }),
    ...(reason !== '' && { never: reason }),
  }
  return Object.keys(limits).length === 0 ? null : limits
}

const typedNumber = (value: number | undefined) => (value === undefined ? '' : numberText(value))
export const typedLimits = (limits?: DoseLimits | null): TypedLimits => ({
  from: typedNumber(limits?.min),
  to: typedNumber(limits?.max),
  cap: typedNumber(limits?.cap_mg),
  never: limits?.never ?? '',
})

/** The label of each in the form. */
export const LIMIT_ENDS = {
  from: LIMIT_LABELS.min,
  to: LIMIT_LABELS.max,
  cap: LIMIT_LABELS.cap_mg,
  never: LIMIT_LABELS.never,
} as const satisfies Record<LimitsEnd, string>

/** Why typed limits of a species cannot be saved, and at which of them; null when they can, or nothing is typed. */
export function limitsProblem(
  typed: TypedLimits,
  species: string,
  drug: Measured,
): { end: LimitsEnd; message: string } | null {
  const labelOf = (end: LimitsEnd) => `${species} ${LIMIT_ENDS[end].toLowerCase()}`
  for (const end of ['from', 'to', 'cap'] as const) {
    const said = typed[end] ?? ''
    if (said.trim() === '') continue
    const label = labelOf(end)
    if (readQuantity(said, label).fault === 'too fine') continue
    const message = quantityMessage(said, label)
    if (message !== null) return { end, message }
  }
  if (/* @rule cap-in-mg-form */ (typed.cap ?? '').trim() !== '' && !isInMg(drug))
    return { end: 'cap', message: CAP_IN_MG }
  if ((typed.never ?? '').trim().length > NEVER_MAX)
    return { end: 'never', message: messages.tooLong(labelOf('never')) }
  const { min, max } = limitsOf(typed) ?? {}
  return min !== undefined && max !== undefined && min > max
    ? { end: 'to', message: `${labelOf('to')} must not be below the lowest.` }
    : null
}

type Words = { [Name in keyof DoseLimits]: DoseLimits[Name] | undefined }

/** '2 to 10 mg/kg, at most 50 mg': limits in words, as the drug is measured. */
export function limitsWords({ min, max, cap_mg: cap, never }: Words, drug: object): string {
  const unit = perKg(drug)
  const range =
    min !== undefined && max !== undefined
      ? `${numberText(min)} to ${numberText(max)} ${unit}`
      : max !== undefined
        ? `up to ${numberText(max)} ${unit}`
        : min !== undefined && `from ${numberText(min)} ${unit}`
  const words = [range, cap !== undefined && `at most ${numberText(cap)} mg`, never && `never: ${never}`]
  return words.filter(Boolean).join(', ')
}
