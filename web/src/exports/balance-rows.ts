import type { BalanceContent, BalanceRow } from 'sync-protocol/records/balance'
import { numberText } from 'sync-protocol/rules/number-input'
import { withoutReason } from 'sync-protocol/rules/adjustments'
import { personKey, signaturesOf, type Person, type Signature } from 'sync-protocol/rules/initials'
import { rowWords } from 'sync-protocol/rules/table-entry'
import { balanceText } from './balance-text.ts'
import { isNameless } from './letters.ts'
import { dayText } from './instant-text.ts'

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
  /** Who drew, or made the entry; null where nobody knows. */
  by: Signature | null
  /** Of combined sheets: one does not begin with the balance that the one before it ended with. */
  gap: boolean
}

const volume = (ml: number | null): string => (ml === null ? '' : numberText(ml))

const silentWords = (description: string) =>
  description === '' ? balanceText.noReason : `${description}: ${balanceText.noReason}`

/** A running number below 1 stands for none. `silent`: a reason belongs there, and none was recorded. */
export function shownRow(row: BalanceRow, silent = false, by: Signature | null = null): ShownRow {
  return {
    number: row.procedure_number < 1 ? '' : String(row.procedure_number),
    date: row.date === '' ? '' : dayText(row.date),
    title: row.title,
    species: row.species === '' ? '' : (balanceText.species[row.species] ?? ''),
    description: silent ? silentWords(row.description) : row.description,
    bottle: row.bottle_number,
    reason: row.reason,
    added: volume(row.added),
    used: volume(row.used),
    balance: volume(row.balance),
    empty: row.empty,
    belowZero: row.balance !== null && row.balance < 0,
    by,
    gap: row.kind === 'adjustment' && row.reason === rowWords.gap,
  }
}

/** Who stands behind the rows of a sheet, each as in `rowsOnPages`; its author carries the balance from page to page. */
export interface RowPeople {
  author: Person
  people: readonly (Person | null)[]
}

/** The rows of all pages of one sheet; people are told apart as their letters are `written` where they are read. */
export function shownPages(
  pages: readonly (readonly BalanceRow[])[],
  { author, people }: RowPeople,
  written?: (letters: string) => string,
): ShownRow[][] {
  const silent = withoutReason(pages.flat())
  const signatures = signaturesOf([author, ...people], written)
  let at = 0
  const by = ({ kind }: BalanceRow): Signature | null => {
    const person = kind === 'empty' ? null : kind === 'carried' ? author : (people[at++] ?? null)
    return person && (signatures.get(personKey(person)) ?? null)
  }
  return pages.map((rows) => rows.map((row) => shownRow(row, silent.has(row), by(row))))
}

/** A patient none of whose letters paper has is called by words, and told from others by the number and the client ID. */
export const onPaper = (pages: readonly ShownRow[][]): ShownRow[][] =>
  pages.map((rows) =>
    rows.map((row) => (isNameless(row.title) ? { ...row, title: balanceText.unprintableName } : row)),
  )

/** The initials of some rows spelled out, and what a row without them means; '' where no row holds anything. */
export function legendOf(rows: readonly ShownRow[]): string {
  const filled = rows.filter(({ empty }) => !empty)
  const said = signers(rows)
  return [
    ...(said.length > 0 ? [balanceText.legend(said.join(' · '))] : []),
    ...(filled.some(({ by }) => by === null) ? [balanceText.unknownPerson] : []),
  ].join(' ')
}

function signers(rows: readonly ShownRow[]): string[] {
  const filled = rows.filter(({ empty }) => !empty)
  const names = new Map(filled.flatMap(({ by }) => (by === null ? [] : [[by.initials, by.name]])))
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([letters, name]) => `${letters} ${name}`)
}

/** The same, each on a line of its own. */
export const legendLines = (rows: readonly ShownRow[]): string[] => [
  ...signers(rows),
  ...(rows.some(({ empty, by }) => !empty && by === null) ? [balanceText.unknownPerson] : []),
]

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
