import type { BalanceRow } from '../records/balance.ts'
import { isStorableText } from '../records/fields.ts'
import { messages } from '../records/messages.ts'
import { hundredthsIn } from './bottle-state.ts'
import type { Hundredths } from './ledger-volume.ts'
import { rowWords } from './table-entry.ts'

/** Characters of the reason for an adjustment. */
export const REASON_MIN = 3
export const REASON_MAX = 120

/** 0.1 ml, or 5 % of what was drawn: so much may stay in hubs and needles without a question. */
const FREE: Hundredths = 10
const PART = 20

/**
 * True where an adjustment by `difference` asks for its reason; `used` was drawn since the adjustment before it in the same
 * balance sheet. What was drawn for an earlier sheet counts no more: its balance was looked at when this one began, and what a
 * clinic draws in a year would let a whole bottle go.
 */
export const asksReason = (difference: Hundredths, used: Hundredths): boolean =>
  Math.abs(difference) * PART > Math.max(FREE * PART, used)

/** What was drawn since the last adjustment of some rows. */
export function usedSince(
  rows: readonly { kind: BalanceRow['kind']; used: Hundredths | null }[],
): Hundredths {
  const last = rows.findLastIndex(({ kind }) => kind === 'adjustment')
  return rows.slice(last + 1).reduce((all, { used }) => all + (used ?? 0), 0)
}

/** What is wrong with the reason of an adjustment that asks for one. */
export function reasonMessage(typed: string): string | null {
  const reason = typed.trim()
  if (reason === '') return 'Please enter the reason for the difference.'
  if (reason.length < REASON_MIN) return `The reason needs at least ${REASON_MIN} letters.`
  if (reason.length > REASON_MAX) return messages.tooLong('The reason')
  return isStorableText(reason) ? null : messages.invalid('The reason')
}

const SAYS_REASON = /^Difference -?[\d.]+ ml: ./

/** The adjustments of a saved sheet that ask for a reason and hold none: written by an earlier release, or by a call. */
export function withoutReason(rows: readonly BalanceRow[]): Set<BalanceRow> {
  const found = new Set<BalanceRow>()
  let used: Hundredths = 0
  for (const row of rows) {
    const { kind, reason, description } = row
    const difference = hundredthsIn(row.adjusted) ?? 0
    if (kind === 'draw') used += hundredthsIn(row.used) ?? 0
    // Rows of repeated draws stand in one instead of their own.
    else if (kind === 'adjustment' && reason === rowWords.leftOut) used += Math.max(0, -difference)
    else if (kind === 'adjustment' && reason !== rowWords.gap) {
      if (asksReason(difference, used) && !SAYS_REASON.test(description)) found.add(row)
      used = 0
    } else if (kind === 'opening') used = 0
  }
  return found
}
