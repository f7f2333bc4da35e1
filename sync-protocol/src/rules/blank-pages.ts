import { messages } from '../records/messages.ts'
import { readNumber } from './number-input.ts'

export const BLANK_PAGES_MAX = 100
const FIELD = 'Number of pages'

/**
 * The number of blank balance sheets as typed: a whole number from 1 to 100, else the generic message (`spec 2 §2`). 2.0 is a
 * whole number, 2.5 is none.
 */
export function checkBlankPages(typed: string): { pages: number } | { message: string } {
  const read = readNumber(typed)
  if (read === 'empty') return { message: messages.required(FIELD) }
  if (read === 'invalid') return { message: messages.notANumber(FIELD) }
  const unit = 10n ** BigInt(read.scale)
  if (read.digits % unit !== 0n) return { message: messages.notANumber(FIELD) }
  const pages = read.digits / unit
  if (pages <= 0n) return { message: messages.notPositive(FIELD) }
  if (pages > BLANK_PAGES_MAX) return { message: messages.tooLarge(FIELD) }
  return { pages: Number(pages) }
}
