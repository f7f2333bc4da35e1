import type { BalanceContent } from '../records/balance.ts'
import { sameBottle } from './balance-forms.ts'
import { rowsOnPages } from './balance-pages.ts'
import { balanceBefore, hundredthsIn } from './bottle-state.ts'
import { type Hundredths, hundredthsOf } from './ledger-volume.ts'

/** The bottles that a sheet leaves open beside the one in use. */
export interface OpenBottles {
  /** The oldest first. */
  bottles: readonly string[]
  /** Those that stood open before its first row are among them. */
  carried: boolean
}

/** The bottles that a closing balance is in, the one in use last; '' stands for those that only earlier sheets name. */
export const closingBottles = (inUse: string, open: OpenBottles | undefined): string[] => [
  ...(open?.carried ? [''] : []),
  ...(open?.bottles ?? []),
  inUse,
]

/**
 * What the rows tell of open bottles: only while the balance is more than the one in use can hold are others part of it for
 * certain. Undefined where none are.
 */
export function openBottles({
  pages,
  container_size,
}: Pick<BalanceContent, 'pages' | 'container_size'>): OpenBottles | undefined {
  const rows = rowsOnPages(pages)
  let [inUse, size, balance, carried]: [string, Hundredths, Hundredths, boolean] = ['', 0, 0, false]
  let bottles: string[] = []
  rows.forEach((row, at) => {
    const before = balance
    balance = hundredthsIn(row.balance) ?? 0
    if (row.kind === 'bottle') {
      // The rest of a draw behind a new bottle says that the old one is empty.
      const open = rows[at + 1]?.remainder ? bottles : [...bottles, inUse]
      const left = balanceBefore(row) > 0
      bottles = left ? open.filter((number) => !sameBottle(number, row.bottle_number)) : []
      carried &&= left
    } else if (row.kind === 'opening') {
      bottles = []
    } else if (row.kind === 'adjustment' && before > size && balance <= size) {
      bottles = []
      carried = false
    }
    if (row.kind === 'bottle' || row.kind === 'opening') {
      inUse = row.bottle_number
      size = hundredthsOf(row.container_size ?? row.added ?? container_size)
      if (row.kind === 'opening') carried = balance > size
    }
  })
  return balance > size && (bottles.length > 0 || carried) ? { bottles, carried } : undefined
}
