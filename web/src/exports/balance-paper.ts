import type { BalanceContent } from 'sync-protocol/records/balance'
import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { Person } from 'sync-protocol/rules/initials'
import type { PaperClinic } from './clinic-on-paper.ts'

/** A balance sheet and what its record and the tablet say about it. */
export interface BalancePaper extends PaperClinic {
  content: BalanceContent
  author: Person
  /** Who stands behind each row that is neither carried nor empty; null where nobody knows. */
  people: readonly (Person | null)[]
  /** An instant. */
  date_created: string
  /** IANA, the clinic's. */
  time_zone: string
  /** The newest head of the ledger that the tablet knows, once the sheet is in it (sync contract, section 12). */
  ledger: { entered: true; head: LedgerHead } | { entered: false }
  voided?: { by_name: string; at: string; reason: string } | undefined
}

export const ORIENTATIONS = ['landscape', 'portrait'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

export interface BalanceExportOptions {
  orientation: Orientation
  /** The initials of who drew are printed on each draw, of who made the entry on other rows; else the column is for a pen. */
  initials: boolean
}

/** Sheets to be filled in by pen; their form is Injection (`spec 2 §4`). */
export interface BlankPaper extends PaperClinic {
  drug_name: string
  /** mg/ml */
  drug_concentration: number
  /** 1 to 100 */
  pages: number
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
}
