import type { BalanceContent, BalanceRow } from 'sync-protocol/records/balance'
import { EMPTY_ROW, pagesOf } from 'sync-protocol/rules/balance-pages'
import { balanceBefore, standingAfter } from 'sync-protocol/rules/balance-standing'
import { hundredthsOf, mlOf } from 'sync-protocol/rules/ledger-volume'
import { numberOf, decimalOf } from 'sync-protocol/rules/number-input'
import { rowWords } from 'sync-protocol/rules/table-entry'
import { messages } from 'sync-protocol/records/messages'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { callText } from '../call-text.ts'
import type { SentBalance, SentRow } from './balance-payload.ts'

const refuse = (message: string, field: string) => new ProtocolError('invalid', message, { field })

/** A volume with 2 decimals, or blank. */
function ml(value: number | null | undefined, field: string): number | null {
  if (value === null || value === undefined) return null
  if (!Number.isFinite(value)) throw refuse(messages.notANumber('Volume'), field)
  return mlOf(hundredthsOf(value))
}

const isCarried = ({ kind, title, reason }: SentRow) =>
  kind === 'carried' ||
  (kind === undefined &&
    [title, reason].some((words) => words === rowWords.carriedReason || words === rowWords.carriedTitle))

const isEmpty = (row: SentRow) =>
  row.kind === 'empty' ||
  row.empty === true ||
  (row.kind === undefined &&
    [row.added, row.used, row.balance].every((value) => value === null || value === undefined))

function kindOf({ kind, added, used }: SentRow, first: boolean): BalanceRow['kind'] {
  if (kind !== undefined) return kind
  if (first) return 'opening'
  if (used !== null && used !== undefined) return 'draw'
  return added !== null && added !== undefined ? 'bottle' : 'adjustment'
}

/** A row as it is stored: what a machine needs to recompute it follows from what was sent. */
function rowOf(sent: SentRow, before: BalanceRow | undefined, head: number, field: string): BalanceRow {
  const kind = kindOf(sent, before === undefined)
  const row: BalanceRow = {
    ...EMPTY_ROW,
    kind,
    procedure_number: typeof sent.procedure_number === 'number' ? sent.procedure_number : -1,
    date: sent.date ?? '',
    title: sent.title ?? '',
    species: sent.species ?? '',
    description: sent.description ?? '',
    bottle_number: String(sent.bottle_number ?? before?.bottle_number ?? ''),
    reason: sent.reason ?? '',
    added: kind === 'bottle' ? ml(sent.added, `${field}.added`) : null,
    used: kind === 'draw' ? ml(sent.used, `${field}.used`) : null,
    balance: ml(sent.balance, `${field}.balance`),
    empty: false,
    ...(sent.draw_id === undefined ? {} : { draw_id: sent.draw_id }),
    ...(sent.remainder ? { remainder: true as const } : {}),
  }
  if (kind === 'adjustment') {
    row.adjusted = mlOf(balanceBefore(row) - hundredthsOf(before?.balance ?? 0))
  }
  const goesOn = before?.kind === 'opening' && before.balance === 0
  const container = ml(sent.container_size, `${field}.container_size`)
  if (kind === 'opening') row.container_size = container ?? head
  if (kind === 'bottle') row.container_size = container ?? (goesOn ? head : (row.added ?? head))
  return row
}

/** The rows that were sent, without carried and empty ones. */
function rowsOf(pages: readonly (readonly SentRow[])[], head: number): BalanceRow[] {
  const rows: BalanceRow[] = []
  pages.forEach((page, at) =>
    page.forEach((sent, place) => {
      if (isEmpty(sent) || isCarried(sent)) return
      rows.push(rowOf(sent, rows.at(-1), head, `pages.${at}.${place}`))
    }),
  )
  return rows
}

function needed<T>(value: T | null | undefined, field: string, label: string): T {
  if (value === null || value === undefined) throw refuse(messages.required(label), field)
  return value
}

/**
 * The balance sheet that is stored of one that was sent: its pages made anew, its closing computed. Sums that do not add up stay
 * as they were sent, and are flagged where they are stored.
 */
export function balanceOf(sent: SentBalance): BalanceContent {
  const drug_name = needed(sent.drug_name, 'drug_name', 'Drug name').trim()
  const concentration = needed(sent.drug_concentration, 'drug_concentration', 'Drug concentration')
  const head = needed(ml(sent.container_size, 'container_size'), 'container_size', 'Container volume')
  const date_start = needed(sent.date_start, 'date_start', 'Start date')
  if ((sent.drug_form ?? 'injection').trim().toLowerCase() !== 'injection') {
    throw refuse(messages.invalid('Drug form'), 'drug_form')
  }
  if (!Number.isFinite(concentration)) {
    throw refuse(messages.notANumber('Drug concentration'), 'drug_concentration')
  }
  const rows = rowsOf(sent.pages ?? [], head)
  const closing = standingAfter(rows, head)
  if (!closing) throw refuse(callText.noRows, 'pages')
  const { bottle_number, container_size, balance } = closing
  return {
    drug_name,
    drug_concentration: numberOf(decimalOf(concentration)),
    drug_form: 'injection',
    container_size: head,
    date_start,
    date_end: needed(sent.date_end ?? sent.date_start, 'date_end', 'End date'),
    combined: false,
    pages: pagesOf(rows),
    ...(sent.previous_id === undefined ? {} : { previous_id: sent.previous_id }),
    closing: { bottle_number, container_size: mlOf(container_size), balance: mlOf(balance) },
  }
}
