import type { BalanceContent } from '../records/balance.ts'
import { sameBottle } from './balance-forms.ts'
import { rowsOnPages } from './balance-pages.ts'
import { balanceBefore, hundredthsIn } from './bottle-state.ts'
import { type Hundredths, hundredthsOf } from './ledger-volume.ts'

/** The bottles that a sheet leaves open beside the one in use. */
export interface OpenBottles {
  /** The oldest first; '' for those without a known number. */
  bottles: readonly string[]
  /** Those that stood open before its first row may be too: the sheet does not say. */
  carried: boolean
  /** For certain: it began with more than its bottle could hold. */
  more: boolean
}

/** The bottles that a closing balance is in, the one in use last; '' stands for those that only earlier sheets name. */
export const closingBottles = (inUse: string, open: OpenBottles | undefined): string[] => [
  ...(open?.more ? [''] : []),
  ...(open?.bottles ?? []),
  inUse,
]

/**
 * A bottle is open until a person says that it is empty. What its table knew of that, a sheet says in its closing; of one by an
 * earlier version, or by a call, the rows tell what may hold something. Undefined where none is open.
 */
export function openBottles(
  content: Pick<BalanceContent, 'pages' | 'container_size' | 'closing'>,
): OpenBottles | undefined {
  const said = content.closing?.others
  if (said === undefined) return openByRows(content)
  return said.length > 0 ? { bottles: said, carried: false, more: false } : undefined
}

function openByRows({
  pages,
  container_size,
}: Pick<BalanceContent, 'pages' | 'container_size'>): OpenBottles | undefined {
  const rows = rowsOnPages(pages)
  let [inUse, size, balance]: [string, Hundredths, Hundredths] = ['', 0, 0]
  let open: OpenBottles | undefined
  rows.forEach((row, at) => {
    const before = balance
    balance = hundredthsIn(row.balance) ?? 0
    if (row.kind === 'bottle') {
      // The rest of a draw behind a new bottle says that the old one is empty.
      const kept = rows[at + 1]?.remainder ? (open?.bottles ?? []) : [...(open?.bottles ?? []), inUse]
      const bottles = kept.filter((number) => !sameBottle(number, row.bottle_number))
      open = balanceBefore(row) > 0 ? { carried: false, more: false, ...open, bottles } : undefined
    } else if (row.kind === 'adjustment' && (balance <= 0 || (before > size && balance <= size))) {
      // All that was counted is in the one in use.
      open = undefined
    }
    if (row.kind === 'bottle' || row.kind === 'opening') {
      inUse = row.bottle_number
      size = hundredthsOf(row.container_size ?? row.added ?? container_size)
      if (row.kind === 'opening') open = { bottles: [], carried: true, more: balance > size }
    }
  })
  return balance > 0 ? open : undefined
}
