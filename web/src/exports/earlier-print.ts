import { canonical } from 'sync-protocol/records/json'
import { sha256Hex } from 'sync-protocol/records/mutation-hash'
import type { SheetContent } from 'sync-protocol/records/sheet'

/** A file that was made of a sheet before, and what it said. */
export interface EarlierPrint extends Pick<SheetContent, 'weight' | 'weight_units' | 'estimated'> {
  /** An instant. */
  at: string
  /** SHA-256, in hex, of the sheet. When its weight was changed is on no paper. */
  said: string
}

function saidBy({ weighed_at: _at, ...sheet }: SheetContent): string {
  return sha256Hex(canonical(sheet))
}

export function printOf(sheet: SheetContent, at: string): EarlierPrint {
  const { weight, weight_units, estimated } = sheet
  return { at, weight, weight_units, ...(estimated === true && { estimated }), said: saidBy(sheet) }
}

export const saysTheSame = (print: EarlierPrint, sheet: SheetContent): boolean => print.said === saidBy(sheet)

/** The later of two. */
export const laterPrint = (a: EarlierPrint | undefined, b: EarlierPrint | undefined) =>
  a !== undefined && (b === undefined || Date.parse(a.at) >= Date.parse(b.at)) ? a : b

/**
 * What a new file of `sheet` replaces: the last one, or what that one replaced if it says the same. A second copy of a paper with
 * another weight is no less of a warning than the first.
 */
export function replacedPrint(
  sheet: SheetContent,
  open: EarlierPrint | undefined,
  kept: (EarlierPrint & { before?: EarlierPrint }) | undefined,
): EarlierPrint | undefined {
  const last = laterPrint(open, kept)
  if (last === undefined || !saysTheSame(last, sheet)) return last
  return kept?.said === last.said ? kept.before : kept
}
