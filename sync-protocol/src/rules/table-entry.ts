import type { BalanceRow } from '../records/balance.ts'
import { type Hundredths, mlText } from './ledger-volume.ts'

/** The words in the rows of a balance sheet (`spec 2 §4`). */
export const rowWords = {
  opening: 'Previous Balance',
  newBottle: 'New Bottle',
  adjusted: 'Adjusted Balance',
  /** In a combined sheet: one sheet does not open with what the one before closed with. */
  gap: 'Gap Between Balances',
  /** In a combined sheet: rows were left out since their draws stand above already. */
  leftOut: 'Repeated Draws Left Out',
  carriedTitle: 'Balance, Previous Page',
  carriedReason: 'Carried From Previous Page',
  bottle: (container: Hundredths) => `${mlText(container)} ml bottle`,
  /** Of a draw that another volume was entered for: what its own record says (`spec 2 §4`: it is remembered). */
  record: (volume: Hundredths) => `Draw record ${mlText(volume)} ml`,
  difference: (volume: Hundredths, reason?: string) =>
    `Difference ${mlText(volume)} ml${reason === undefined ? '' : `: ${reason}`}`,
} as const

/** A row of an open balance table, its volumes in hundredths of a ml; it becomes one row of the saved sheet. */
export interface TableEntry {
  kind: Extract<BalanceRow['kind'], 'opening' | 'draw' | 'bottle' | 'adjustment'>
  /** -1 for none. */
  procedure_number: number
  /** The patient; '' where the row is about the drug. */
  title: string
  species: BalanceRow['species']
  description: string
  bottle_number: string
  reason: string
  added: Hundredths | null
  used: Hundredths | null
  adjusted: Hundredths | null
  balance: Hundredths
  /** Of an opening and of a new bottle. */
  container_size?: Hundredths
  draw_id?: string
  /** The second half of a draw taken from two bottles. */
  remainder?: true
  /** Of a remainder: what it was before it was edited. */
  rest?: Hundredths
  /** Of a draw that was edited or taken from two bottles: its volume when it was chosen. */
  original?: Hundredths
  /** Another volume than its own was entered for it. */
  edited?: true
  /** The place of the event that made it. */
  event: number
}

const blank = {
  procedure_number: -1,
  title: '',
  species: '',
  added: null,
  used: null,
  adjusted: null,
} as const

interface Bottle {
  bottle_number: string
  container_size: Hundredths
}

export function openingEntry(bottle: Bottle, balance: Hundredths, event: number): TableEntry {
  const { bottle_number, container_size } = bottle
  const description = rowWords.bottle(container_size)
  const reason = rowWords.opening
  return { ...blank, kind: 'opening', description, bottle_number, reason, balance, container_size, event }
}

/** `added` ml come with the bottle, on top of `before`. */
export function bottleEntry(
  bottle: Bottle,
  added: Hundredths,
  before: Hundredths,
  event: number,
): TableEntry {
  const { bottle_number, container_size } = bottle
  return {
    ...blank,
    kind: 'bottle',
    description: rowWords.bottle(container_size),
    bottle_number,
    reason: rowWords.newBottle,
    added,
    balance: before + added,
    container_size,
    event,
  }
}

/** The balance becomes `balance`; the row says by how much it changed, and why (`added` and `used` stay blank). */
export function adjustmentEntry(
  bottle_number: string,
  balance: Hundredths,
  before: Hundredths,
  event: number,
  reason?: string,
): TableEntry {
  return {
    ...blank,
    kind: 'adjustment',
    description: rowWords.difference(balance - before, reason),
    bottle_number,
    reason: rowWords.adjusted,
    adjusted: balance - before,
    balance,
    event,
  }
}
