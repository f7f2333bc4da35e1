import { type BalanceContent, type BalanceRow, PAGE_ROWS } from '../records/balance.ts'
import { sameBottle } from './balance-forms.ts'
import { carriedRow, EMPTY_ROW, rowsOnPages } from './balance-pages.ts'
import { balanceBefore, hundredthsIn, bottleAfter } from './bottle-state.ts'
import { hundredthsOf } from './ledger-volume.ts'
import { rowWords } from './table-entry.ts'

/** Something that does not follow from the rows before it. */
export interface BalanceFault {
  /** 0 is the first; -1 for the sheet as a whole, its head and its closing. */
  page: number
  row: number
  field: keyof BalanceRow | keyof BalanceContent
}

type Found = BalanceFault['field'] | null
type VolumeField = 'added' | 'used' | 'adjusted'

/** Which of the volumes a row of a kind has; the others are blank. */
const VOLUME_OF: Readonly<Record<BalanceRow['kind'], VolumeField | null>> = {
  opening: null,
  carried: null,
  empty: null,
  draw: 'used',
  bottle: 'added',
  adjustment: 'adjusted',
}
const VOLUMES = ['added', 'used', 'adjusted'] as const

function differs(row: BalanceRow, expected: BalanceRow): Found {
  const fields = Object.keys(expected) as (keyof BalanceRow)[]
  return fields.find((field) => row[field] !== expected[field]) ?? null
}

/** The words that say a number once more say the same one; other words may stand there too. */
function badWords({ kind, description, container_size, adjusted }: BalanceRow): Found {
  const said = (pattern: RegExp, words: string) => pattern.test(description) && description !== words
  if (container_size !== undefined) {
    const words = rowWords.bottle(hundredthsOf(container_size))
    if (said(/^[\d.]+ ml bottle$/, words)) return 'container_size'
  }
  if (kind !== 'adjustment' || adjusted === null) return null
  // The reason may follow.
  const difference = /^Difference -?[\d.]+ ml(?=$|: )/.exec(description)
  return difference && difference[0] !== rowWords.difference(hundredthsOf(adjusted)) ? 'adjusted' : null
}

/** The last row above, neither carried nor empty; `begins`: it is the opening, or the count that Previous Balance wrote below it. */
interface Above {
  row: BalanceRow
  begins: boolean
}

/** A new bottle comes full, but for the one that was typed in Previous Balance. */
function badContainer({ kind, container_size, added }: BalanceRow, { begins }: Above): Found {
  if (kind !== 'bottle' || container_size === undefined || added === null) return null
  return (begins ? added <= container_size : added === container_size) ? null : 'container_size'
}

function badEntry(row: BalanceRow, above: Above): Found {
  const before = above.row
  const own = VOLUME_OF[row.kind]
  for (const field of VOLUMES) if ((row[field] === null) === (field === own)) return field
  if (row.balance === null) return 'balance'
  if (own !== null && own !== 'adjusted' && (row[own] ?? 0) <= 0) return own
  if (balanceBefore(row) !== hundredthsIn(before.balance)) return 'balance'
  if (
    !sameBottle(row.bottle_number, before.bottle_number) &&
    (row.kind === 'draw' || row.kind === 'adjustment')
  )
    return 'bottle_number'
  return badContainer(row, above)
}

function badOpening(row: BalanceRow): Found {
  if (row.kind !== 'opening') return 'kind'
  return VOLUMES.find((field) => row[field] !== null) ?? (row.balance === null ? 'balance' : null)
}

const badDay = (row: BalanceRow, { date_start, date_end }: BalanceContent): Found =>
  row.date >= date_start && row.date <= date_end ? null : 'date'

const beginsWith = ({ kind }: BalanceRow, above: Above | null) =>
  kind === 'opening' || (kind === 'adjustment' && above?.row.kind === 'opening')

/** What is wrong with one row. */
function badRow(row: BalanceRow, above: Above | null, top: boolean, content: BalanceContent): Found {
  if (row.empty !== (row.kind === 'empty')) return 'empty'
  if (above === null) return badOpening(row) ?? badWords(row) ?? badDay(row, content)
  if (row.kind === 'empty') return top ? 'kind' : differs(row, EMPTY_ROW)
  if (top || row.kind === 'carried') return top ? differs(row, carriedRow(above.row)) : 'kind'
  if (row.kind === 'opening' && !content.combined) return 'kind'
  return badEntry(row, above) ?? badWords(row) ?? badDay(row, content)
}

/** The head's container is that of the opening, or of the bottle that an opening of 0 goes on with. */
function badHead({ container_size, combined }: BalanceContent, rows: readonly BalanceRow[]): boolean {
  const first = (opening: BalanceRow, at: number) => {
    const next = rows[at + 1]
    return opening.balance === 0 && next?.kind === 'bottle' ? next : opening
  }
  const firsts = rows.flatMap((row, at) => (row.kind === 'opening' ? [first(row, at)] : []))
  const possible = combined ? firsts : firsts.slice(0, 1)
  return !possible.some((row) => (row.container_size ?? container_size) === container_size)
}

function badClosing(content: BalanceContent, rows: readonly BalanceRow[]): boolean {
  const atEnd = bottleAfter(rows, content.container_size)
  const { closing } = content
  if (!atEnd || !closing) return true
  return (
    closing.bottle_number !== atEnd.bottle_number ||
    hundredthsOf(closing.container_size) !== atEnd.container_size ||
    hundredthsOf(closing.balance) !== atEnd.balance
  )
}

/**
 * Recomputes a whole balance sheet (`spec 2 §4`): pages, carried rows, every balance, bottles, the head and the closing. Empty
 * when all of it follows from the rows; volumes are compared in hundredths of a ml.
 */
export function checkBalance(content: BalanceContent): BalanceFault[] {
  const faults: BalanceFault[] = []
  const whole = (field: keyof BalanceContent) => faults.push({ page: -1, row: -1, field })
  const { pages } = content
  if (pages.length === 0) whole('pages')
  if (content.date_start > content.date_end) whole('date_end')
  let above: Above | null = null
  let ended = false
  pages.forEach((rows, page) => {
    if (rows.length !== PAGE_ROWS) faults.push({ page, row: rows.length, field: 'pages' })
    rows.forEach((row, at) => {
      const field = ended && row.kind !== 'empty' ? 'kind' : badRow(row, above, at === 0, content)
      if (field !== null) faults.push({ page, row: at, field })
      if (row.kind === 'empty') ended = true
      else if (row.kind !== 'carried') above = { row, begins: beginsWith(row, above) }
    })
  })
  const rows = rowsOnPages(pages)
  if (badHead(content, rows)) whole('container_size')
  if (badClosing(content, rows)) whole('closing')
  return faults
}
