import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { ledgerText as text } from './ledger-text.ts'

/** Hash digits that are enough to tell entries apart. */
export const DIGITS_MIN = 8

export interface TypedHead {
  n: string
  hash: string
}
export type HeadFault = { field: keyof TypedHead; message: string }

/** A head as it was typed from a printed sheet; spaces, hyphens and an ellipsis in the hash do not count. */
export function readTypedHead({ n, hash }: TypedHead): LedgerHead | HeadFault {
  const number = n.trim().replace(/^#/, '')
  if (!/^[1-9]\d{0,8}$/.test(number)) return { field: 'n', message: text.wrongNumber }
  const digits = hash.toLowerCase().replaceAll(/[\s.…-]/g, '')
  if (!/^[0-9a-f]*$/.test(digits) || digits.length < DIGITS_MIN || digits.length > 64)
    return { field: 'hash', message: text.wrongHash(DIGITS_MIN) }
  return { n: Number(number), hash: digits }
}

/** Whether the entry that a sheet printed is still in the ledger as it is stored. */
export function compareHead(head: LedgerHead, lines: readonly LedgerLine[]): { ok: boolean; words: string } {
  const line = lines.find(({ n }) => n === head.n)
  if (line?.hash.startsWith(head.hash)) return { ok: true, words: text.printedThere(head.n) }
  if (line) return { ok: false, words: text.printedOther(head.n) }
  const last = lines.at(-1)?.n ?? 0
  return { ok: false, words: last < head.n ? text.printedCut(last, head.n) : text.printedMissing(head.n) }
}
