import { QUANTITY_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import { type Decimal, numberOf, numberText, readNumber } from './number-input.ts'
import { roundDosage } from './rounding.ts'

type Fault = 'empty' | 'invalid' | 'not positive' | 'too large'

/** What a typed concentration (mg/ml), dosage (mg/kg) or rate (ml/kg) is, before anybody words it. */
export type TypedQuantity =
  | { fault: Fault }
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

/** Above 0 and at most 100000. */
function readInRange(typed: string): Decimal | { fault: Fault } {
  const read = readNumber(typed)
  if (typeof read === 'string') return { fault: read }
  if (read.digits <= 0n) return { fault: 'not positive' }
  return isAboveMax(read) ? { fault: 'too large' } : read
}

/** Reads a required number above 0 and at most 100000 in the order of `spec 1 §5`; `label` begins the message of a refusal. */
export function readQuantity(typed: string, label: string): TypedQuantity {
  const read = readInRange(typed)
  if ('fault' in read) return read
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

/**
 * A required number that is computed with and not saved, of any number of decimals: its value, or the generic message of
 * `spec 1 §5`. Above 0 and at most 100000.
 */
export function exactQuantity(
  typed: string,
  label: string,
): { value: number } | { fault: Fault; message: string } {
  const refused = (fault: Fault) => ({ fault, message: GENERIC[fault](label) })
  const read = readInRange(typed)
  if ('fault' in read) return refused(read.fault)
  const value = numberOf(read)
  // Of hundreds of decimals nothing is left.
  return value > 0 ? { value } : refused('not positive')
}
