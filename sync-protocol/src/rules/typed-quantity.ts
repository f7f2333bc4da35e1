import { QUANTITY_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import { type Decimal, numberText, readNumber } from './number-input.ts'
import { roundDosage } from './rounding.ts'

/** What a typed concentration (mg/ml), dosage (mg/kg) or rate (ml/kg) is, before anybody words it. */
export type TypedQuantity =
  | { fault: 'empty' | 'invalid' | 'not positive' | 'too large' }
  /** 3 decimals would change it by more than 2 %, or to 0; `message` names what it would become. */
  | { fault: 'too fine'; message: string }
  | {
      fault: null
      /** With at most 3 decimals; what is saved. */
      value: number
      /** The rounded number where it differs from the typed one, to be shown before saving; else null. */
      rounded: string | null
    }

const isAboveMax = ({ digits, scale }: Decimal) => digits > BigInt(QUANTITY_MAX) * 10n ** BigInt(scale)

/** Reads a required number above 0 and at most 100000 in the order of `spec 1 §5`; `label` begins the message of a refusal. */
export function readQuantity(typed: string, label: string): TypedQuantity {
  const read = readNumber(typed)
  if (typeof read === 'string') return { fault: read }
  if (read.digits <= 0n) return { fault: 'not positive' }
  if (isAboveMax(read)) return { fault: 'too large' }
  const { value, changed, refusal } = roundDosage(read, label)
  if (refusal !== null) return { fault: 'too fine', message: refusal }
  return { fault: null, value, rounded: changed ? numberText(value) : null }
}

const GENERIC = {
  empty: messages.required,
  invalid: messages.notANumber,
  'not positive': messages.notPositive,
  'too large': messages.tooLarge,
} as const

/** The generic message of a typed quantity (`spec 1 §5`), or null when it can be saved. */
export function quantityMessage(typed: string, label: string): string | null {
  const read = readQuantity(typed, label)
  if (read.fault === null) return null
  return read.fault === 'too fine' ? read.message : GENERIC[read.fault](label)
}
