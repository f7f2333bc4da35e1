import { BALANCE_PAGES_MAX, type BalanceContent, type BalanceRow } from '../records/balance.ts'
import { pagesOf, rowsOnPages } from './balance-pages.ts'
import { balanceBefore, hundredthsIn, bottleAfter } from './bottle-state.ts'
import { type CombineSource, inCombineOrder } from './combine-order.ts'
import { type Hundredths, mlOf } from './ledger-volume.ts'
import { sameSubstance } from './substances.ts'
import { rowWords } from './table-entry.ts'

export const COMBINE_MISMATCH =
  "One or more selected controlled substance balances don't match the rest. Check that all drug names, concentrations, and forms are the same."
export const COMBINED_ALREADY =
  "One or more selected balances are already combined. Make sure you've selected the correct records."
export const COMBINE_TOO_FEW = 'Please select at least two balances.'
export const COMBINE_TOO_LONG = `The combined balance sheet would have more than ${BALANCE_PAGES_MAX} pages.`

type Compared = Pick<BalanceContent, 'drug_name' | 'drug_concentration' | 'drug_form' | 'combined'>

/** What is to be said of the selected balances, in the order of selection (`spec 2 §4`); with an error they cannot be combined. */
export function combineNotices(selected: readonly Compared[]): {
  error: string | null
  warning: string | null
} {
  const [first] = selected
  const matches = selected.every(
    (other) => first && sameSubstance(first, other) && first.drug_form === other.drug_form,
  )
  const few = selected.length < 2 ? COMBINE_TOO_FEW : null
  return {
    error: matches ? few : COMBINE_MISMATCH,
    warning: selected.some(({ combined }) => combined) ? COMBINED_ALREADY : null,
  }
}

export interface CombinedBalance {
  content: BalanceContent
  /** Rows left out since their draws stand in an earlier one of the sheets. */
  dropped: number
  /** Places where the balances of the sheets do not meet. */
  gaps: number
}

/** The row that says by how much the balance jumps. */
function jump(reason: string, from: BalanceRow, to: Hundredths, date: string, title: string): BalanceRow {
  const adjusted = to - (hundredthsIn(from.balance) ?? 0)
  return {
    kind: 'adjustment',
    procedure_number: -1,
    date,
    title,
    species: '',
    description: rowWords.difference(adjusted),
    bottle_number: from.bottle_number,
    reason,
    added: null,
    used: null,
    adjusted: mlOf(adjusted),
    balance: mlOf(to),
    empty: false,
  }
}

interface Gathered {
  rows: BalanceRow[]
  dropped: number
  gaps: number
  /** Draws of the sheets gathered so far. */
  seen: Set<string>
}

const isRepeated = ({ kind, draw_id }: BalanceRow, seen: ReadonlySet<string>) =>
  kind === 'draw' && draw_id !== undefined && seen.has(draw_id)

/** The rows of one sheet, its balances as recorded; what was left out or does not meet is said in a row. */
function gather(all: Gathered, { content }: CombineSource): void {
  const own = rowsOnPages(content.pages)
  let left = 0
  const meet = (row: BalanceRow, to: Hundredths, opening: boolean) => {
    const from = all.rows.at(-1)
    if (from && hundredthsIn(from.balance) !== to) {
      const reason = opening ? rowWords.gap : rowWords.leftOut
      all.rows.push(jump(reason, from, to, row.date, content.drug_name))
      if (opening) all.gaps += 1
    }
  }
  for (const row of own) {
    if (isRepeated(row, all.seen)) {
      left += 1
      continue
    }
    meet(row, balanceBefore(row), row.kind === 'opening')
    all.rows.push(row)
  }
  const last = own.at(-1)
  if (last && left > 0) meet(last, hundredthsIn(last.balance) ?? 0, false)
  all.dropped += left
  for (const { draw_id } of own) if (draw_id !== undefined) all.seen.add(draw_id)
}

/** A sheet whose rows another selected one was made of stands there already, as a whole. */
function withoutContained(sources: readonly CombineSource[]): { kept: CombineSource[]; dropped: number } {
  const inside = new Set(sources.flatMap(({ content }) => content.combined_ids ?? []))
  const kept = sources.filter(({ _id }) => !inside.has(_id))
  const left = sources.filter(({ _id }) => inside.has(_id))
  const rows = left.flatMap(({ content }) => rowsOnPages(content.pages))
  return { kept, dropped: rows.filter(({ kind }) => kind === 'draw').length }
}

/**
 * One balance sheet of several of the same substance (`spec 2 §4`), `sources` in the order of selection: the first one gives name,
 * concentration and container. Whole sheets in the order of their days and of their chain, their rows never interleaved, balances
 * as recorded. The sources stay as they are.
 */
export function combineBalances(sources: readonly CombineSource[]): CombinedBalance | { error: string } {
  const { error } = combineNotices(sources.map(({ content }) => content))
  const [first] = sources
  if (error !== null || !first) return { error: error ?? COMBINE_TOO_FEW }
  const { kept, dropped } = withoutContained(sources)
  const all: Gathered = { rows: [], dropped, gaps: 0, seen: new Set() }
  for (const source of inCombineOrder(kept)) gather(all, source)
  const pages = pagesOf(all.rows)
  if (pages.length > BALANCE_PAGES_MAX) return { error: COMBINE_TOO_LONG }
  const { drug_name, drug_concentration, drug_form, container_size } = first.content
  const days = sources.flatMap(({ content }) => [content.date_start, content.date_end]).sort()
  const closing = bottleAfter(all.rows, container_size)
  const content: BalanceContent = {
    drug_name,
    drug_concentration,
    drug_form,
    container_size,
    date_start: days[0] ?? first.content.date_start,
    date_end: days.at(-1) ?? first.content.date_end,
    combined: true,
    pages,
    combined_ids: sources.map(({ _id }) => _id),
    ...(closing && {
      closing: {
        bottle_number: closing.bottle_number,
        container_size: mlOf(closing.container_size),
        balance: mlOf(closing.balance),
      },
    }),
  }
  return { content, dropped: all.dropped, gaps: all.gaps }
}
