import { PAGE_ROWS, type BalanceContent, type BalanceRow } from 'sync-protocol/records/balance'
import { EMPTY_ROW, rowsOnPages } from 'sync-protocol/rules/balance-pages'
import type { BalancePaper } from '../balance-paper.ts'

export const sampleRow = (over: Partial<BalanceRow>): BalanceRow => ({
  ...EMPTY_ROW,
  empty: false,
  ...over,
})

/** A page of 24: what is given, filled up with empty rows. */
export const samplePage = (...rows: BalanceRow[]): BalanceRow[] => [
  ...rows,
  ...Array.from({ length: PAGE_ROWS - rows.length }, () => EMPTY_ROW),
]

const day = '2026-03-05'

/** One bottle that runs out in the middle of a draw, a new one, and a balance put right; for the tests beside it. */
export const sampleRows: BalanceRow[] = [
  sampleRow({
    kind: 'opening',
    date: day,
    title: 'Ketamine',
    bottle_number: 'B-17',
    reason: 'Previous Balance',
    balance: 12.5,
  }),
  sampleRow({
    kind: 'draw',
    procedure_number: 1,
    date: day,
    title: 'Ängström "Σοφία" O’Malley',
    species: 0,
    description: 'A-12',
    bottle_number: 'B-17',
    reason: 'Ovariohysterectomy',
    used: 2.25,
    balance: 10.25,
  }),
  sampleRow({
    kind: 'draw',
    procedure_number: 2,
    date: day,
    title: 'Жучка',
    species: 1,
    bottle_number: 'B-17',
    reason: 'Castration',
    used: 10.25,
    balance: 0,
  }),
  sampleRow({
    kind: 'bottle',
    date: day,
    title: 'Ketamine',
    description: '20 ml bottle',
    bottle_number: 'B-18',
    reason: 'New Bottle',
    added: 20,
    balance: 20,
  }),
  sampleRow({
    kind: 'draw',
    procedure_number: 2,
    date: day,
    title: 'Жучка',
    species: 1,
    bottle_number: 'B-18',
    reason: 'Castration',
    used: 0.05,
    balance: 19.95,
  }),
  sampleRow({
    kind: 'adjustment',
    date: day,
    title: 'Ketamine',
    description: 'Difference -20.45 ml: counted',
    bottle_number: 'B-18',
    reason: 'Adjusted Balance',
    adjusted: -20.45,
    balance: -0.5,
  }),
]

export const sampleBalance: BalanceContent = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 20,
  date_start: day,
  date_end: day,
  combined: false,
  pages: [samplePage(...sampleRows)],
  closing: { bottle_number: 'B-18', container_size: 20, balance: -0.5 },
}

export const sampleHead = { n: 1204, hash: '0123456789abcdef'.repeat(4) }

export const sampleBalancePaper = (content: Partial<BalanceContent> = {}): BalancePaper => ({
  content: { ...sampleBalance, ...content },
  author: { id: 'a-1', name: 'Maria Fernández' },
  people: rowsOnPages(content.pages ?? sampleBalance.pages).map(() => ({
    id: 'a-1',
    name: 'Maria Fernández',
  })),
  date_created: '2026-03-06T04:30:00Z',
  clinic: 'Riverside Animal Clinic',
  time_zone: 'America/Chicago',
  ledger: { entered: true, head: sampleHead },
})
