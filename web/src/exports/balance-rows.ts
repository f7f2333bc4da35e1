import type { BalanceContent, BalanceRow } from 'sync-protocol/records/balance'
import { numberText } from 'sync-protocol/rules/number-input'
import { balanceText } from './balance-text.ts'
import { dayText } from './sheet-facts.ts'

/** A row as it is read, on screen and on paper; what the record leaves out is ''. */
export interface ShownRow {
  number: string
  date: string
  title: string
  species: string
  description: string
  bottle: string
  reason: string
  added: string
  used: string
  balance: string
  empty: boolean
  belowZero: boolean
}

const volume = (ml: number | null): string => (ml === null ? '' : numberText(ml))

/** A running number below 1 stands for none. */
export function shownRow(row: BalanceRow): ShownRow {
  return {
    number: row.procedure_number < 1 ? '' : String(row.procedure_number),
    date: row.date === '' ? '' : dayText(row.date),
    title: row.title,
    species: row.species === '' ? '' : (balanceText.species[row.species] ?? ''),
    description: row.description,
    bottle: row.bottle_number,
    reason: row.reason,
    added: volume(row.added),
    used: volume(row.used),
    balance: volume(row.balance),
    empty: row.empty,
    belowZero: row.balance !== null && row.balance < 0,
  }
}

/** Where a combined sheet opens with another balance than the rows before it closed with; volumes in ml. */
export interface Gap {
  closed: number
  opens: number
  difference: number
}

/** In hundredths of a ml, so that the difference is exact. */
const gapBetween = (closed: number, opens: number): Gap => ({
  closed,
  opens,
  difference: (Math.round(opens * 100) - Math.round(closed * 100)) / 100,
})

export interface ShownPage {
  rows: ShownRow[]
  /** By the row before which the gap lies. */
  gaps: ReadonlyMap<number, Gap>
}

/** Pages of rows as they are read. The gaps of a combined sheet are found in the rows themselves. */
export function shownPages(pages: readonly (readonly BalanceRow[])[]): ShownPage[] {
  let closed: number | null = null
  return pages.map((rows) => {
    const gaps = new Map<number, Gap>()
    rows.forEach((row, index) => {
      if (row.empty || row.balance === null) return
      if (row.kind === 'opening' && closed !== null && closed !== row.balance) {
        gaps.set(index, gapBetween(closed, row.balance))
      }
      closed = row.balance
    })
    return { rows: rows.map(shownRow), gaps }
  })
}

/** 'MM/DD/YYYY', of days that differ the range. */
export const daysText = ({
  date_start,
  date_end,
}: Pick<BalanceContent, 'date_start' | 'date_end'>): string =>
  date_start === date_end ? dayText(date_start) : `${dayText(date_start)} - ${dayText(date_end)}`

/** 'Injection' of 'injection'. */
export const formText = (form: string): string => form.charAt(0).toUpperCase() + form.slice(1).toLowerCase()

/** Each text of a sheet's rows once; a long sheet says the same again and again. */
export function textsOf(pages: readonly (readonly BalanceRow[])[]): Set<string> {
  const texts = new Set<string>()
  for (const { title, description, bottle_number, reason } of pages.flat()) {
    for (const text of [title, description, bottle_number, reason]) texts.add(text)
  }
  return texts
}
