import { exactQuantity } from 'sync-protocol/rules/typed-quantity'

export interface TypedNumber {
  /** Null while there is none to compute with. */
  value: number | null
  /** What is wrong with what was typed; nothing is wrong with an empty field. */
  message: string | null
}

export function typedNumber(typed: string, label: string): TypedNumber {
  const read = exactQuantity(typed, label)
  if ('value' in read) return { value: read.value, message: null }
  return { value: null, message: read.fault === 'empty' ? null : read.message }
}

/** What a number above 0 may begin with: '0', '0.0'. */
export const isBegun = (typed: string): boolean => /^\s*0*\.?0*\s*$/.test(typed)
