import type { BalanceRow } from 'sync-protocol/records/balance'
import { day } from 'sync-protocol/records/fields'
import { CONTAINER_MAX } from 'sync-protocol/records/limits'
import { messages } from 'sync-protocol/records/messages'
import { EMPTY_ROW } from 'sync-protocol/rules/balance-pages'
import { balanceBefore, hundredthsIn } from 'sync-protocol/rules/bottle-state'
import { hundredthsOf, mlOf } from 'sync-protocol/rules/ledger-volume'
import { rowWords } from 'sync-protocol/rules/table-entry'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { callText } from '../call-text.ts'
import type { SentRow } from './balance-payload.ts'

type Sent = number | null | undefined

export const refuse = (message: string, field: string) => new ProtocolError('invalid', message, { field })

/** A balance may be many containers, above or below 0. */
const VOLUME_MAX = CONTAINER_MAX * 10

/** A volume in ml with 2 decimals, or blank. */
export function sentVolume(value: Sent, field: string): number | null {
  if (value === null || value === undefined) return null
  if (!Number.isFinite(value)) throw refuse(messages.notANumber('Volume'), field)
  if (Math.abs(value) > VOLUME_MAX) throw refuse(messages.tooLarge('Volume'), field)
  return mlOf(hundredthsOf(value))
}

const isBlank = (value: Sent) => value === null || value === undefined
/** Other clients write 0 where a row has no such volume. */
const isNone = (value: Sent) => isBlank(value) || value === 0

const isCarried = ({ kind, title, reason }: SentRow) =>
  kind === 'carried' ||
  (kind === undefined &&
    [title, reason].some((words) => words === rowWords.carriedReason || words === rowWords.carriedTitle))

/** It is about a patient or a draw. */
const isOfDraw = ({ draw_id, species }: SentRow) => draw_id !== undefined || typeof species === 'number'

const isEmpty = (row: SentRow) =>
  row.kind === 'empty' ||
  row.empty === true ||
  (row.kind === undefined && !isOfDraw(row) && [row.added, row.used, row.balance].every(isBlank))

function kindOf(sent: SentRow, first: boolean): BalanceRow['kind'] {
  const { kind, added, used } = sent
  if (kind !== undefined) return kind
  if (first) return 'opening'
  if (!isNone(used)) return 'draw'
  if (!isNone(added)) return 'bottle'
  if (isOfDraw(sent)) return 'draw'
  if (isBlank(used) === isBlank(added)) return 'adjustment'
  return isBlank(used) ? 'bottle' : 'draw'
}

/** Nothing that was sent is left out without a word. */
function refuseOther(sent: SentRow, kind: BalanceRow['kind'], field: string): void {
  const { added, used, adjusted, balance } = sent
  const opens = kind === 'opening' && added === balance
  if (kind !== 'bottle' && !opens && !isNone(added))
    throw refuse(callText.otherVolume(kind, 'added'), `${field}.added`)
  if (kind !== 'draw' && !isNone(used)) throw refuse(callText.otherVolume(kind, 'used'), `${field}.used`)
  if (kind !== 'adjustment' && !isNone(adjusted)) {
    throw refuse(callText.otherVolume(kind, 'adjusted'), `${field}.adjusted`)
  }
  if (kind === 'empty' && !isNone(balance))
    throw refuse(callText.otherVolume(kind, 'balance'), `${field}.balance`)
}

/** A volume drawn or added: above 0 and at most 1,000,000 ml. */
function moved(value: Sent, label: string, field: string): number {
  const volume = sentVolume(value, field)
  if (volume === null) throw refuse(messages.required(label), field)
  if (volume <= 0) throw refuse(messages.notPositive(label), field)
  if (volume > CONTAINER_MAX) throw refuse(messages.tooLarge(label), field)
  return volume
}

function dateOf({ date = '' }: SentRow, field: string): string {
  if (date !== '' && !day.safeParse(date).success) throw refuse(messages.invalid('Date'), `${field}.date`)
  return date
}

/** The one that it names, or that of the row before. */
function bottleOf({ bottle_number }: SentRow, before: BalanceRow | undefined): string {
  const said = String(bottle_number ?? '').trim()
  return said === '' ? (before?.bottle_number ?? '') : said
}

/** A row as it is stored: what a machine needs to recompute it follows from what was sent. */
function rowOf(sent: SentRow, before: BalanceRow | undefined, head: number, field: string): BalanceRow {
  const kind = kindOf(sent, before === undefined)
  refuseOther(sent, kind, field)
  const balance = sentVolume(sent.balance, `${field}.balance`)
  if (balance === null) throw refuse(messages.required('Balance'), `${field}.balance`)
  const bottle_number = bottleOf(sent, before)
  const added = () => moved(sent.added, `Volume for bottle ${bottle_number}`, `${field}.added`)
  const row: BalanceRow = {
    ...EMPTY_ROW,
    kind,
    procedure_number: typeof sent.procedure_number === 'number' ? sent.procedure_number : -1,
    date: dateOf(sent, field),
    title: sent.title ?? '',
    species: sent.species ?? '',
    description: sent.description ?? '',
    bottle_number,
    reason: sent.reason ?? '',
    added: kind === 'bottle' ? added() : null,
    used: kind === 'draw' ? moved(sent.used, 'Volume', `${field}.used`) : null,
    balance,
    empty: false,
    ...(sent.draw_id === undefined ? {} : { draw_id: sent.draw_id }),
    ...(sent.remainder ? { remainder: true as const } : {}),
  }
  if (kind === 'adjustment') {
    const said = sentVolume(sent.adjusted, `${field}.adjusted`)
    row.adjusted = said ?? mlOf(balanceBefore(row) - hundredthsOf(before?.balance ?? 0))
  }
  const goesOn = before?.kind === 'opening' && before.balance === 0
  const container = sentVolume(sent.container_size, `${field}.container_size`)
  if (kind === 'opening') row.container_size = container ?? head
  if (kind === 'bottle') row.container_size = container ?? (goesOn ? head : (row.added ?? head))
  return row
}

/** A carried row is made anew, so it must say what the row before it says. */
function refuseCarried(sent: SentRow, before: BalanceRow | undefined, field: string): void {
  refuseOther(sent, 'carried', field)
  const balance = sentVolume(sent.balance, `${field}.balance`)
  if (before && balance !== null && hundredthsIn(balance) !== hundredthsIn(before.balance)) {
    throw refuse(callText.otherCarried, `${field}.balance`)
  }
}

/** The rest of a draw whose old bottle was emptied: the same draw once more after a new bottle is no second use of it. */
function isRest({ kind, draw_id }: BalanceRow, rows: readonly BalanceRow[]): boolean {
  const emptied = rows.at(-2)
  return (
    kind === 'draw' &&
    draw_id !== undefined &&
    rows.at(-1)?.kind === 'bottle' &&
    emptied?.draw_id === draw_id &&
    emptied.balance === 0
  )
}

/** The rows that were sent, without carried and empty ones. */
export function rowsOf(pages: readonly (readonly SentRow[])[], head: number): BalanceRow[] {
  const rows: BalanceRow[] = []
  pages.forEach((page, at) =>
    page.forEach((sent, place) => {
      const field = `pages.${at}.${place}`
      if (isEmpty(sent)) refuseOther(sent, 'empty', field)
      else if (isCarried(sent)) refuseCarried(sent, rows.at(-1), field)
      else {
        const row = rowOf(sent, rows.at(-1), head, field)
        rows.push(isRest(row, rows) ? { ...row, remainder: true } : row)
      }
    }),
  )
  return rows
}
