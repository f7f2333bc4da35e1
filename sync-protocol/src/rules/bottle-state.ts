import type { BalanceRow } from '../records/balance.ts'
import { type Hundredths, hundredthsOf } from './ledger-volume.ts'

/** A stored volume in hundredths of a ml; null stays blank. */
export const hundredthsIn = (ml: number | null): Hundredths | null => (ml === null ? null : hundredthsOf(ml))

/** The balance that a row must have been written on: opening + added - used + adjusted = balance (`spec 2 §4`). */
export function balanceBefore({ added, used, adjusted, balance }: BalanceRow): Hundredths {
  return (
    (hundredthsIn(balance) ?? 0) -
    (hundredthsIn(added) ?? 0) +
    (hundredthsIn(used) ?? 0) -
    (hundredthsIn(adjusted) ?? 0)
  )
}

/** The bottle in use after some rows, volumes in hundredths of a ml. */
export interface BottleState {
  bottle_number: string
  container_size: Hundredths
  balance: Hundredths
}

/** What holds after `rows`, neither carried nor empty; `head` (ml) is the sheet's container. Null without rows. */
export function bottleAfter(rows: readonly BalanceRow[], head: number): BottleState | null {
  const last = rows.at(-1)
  if (!last) return null
  const bottle = rows.findLast(({ kind }) => kind === 'opening' || kind === 'bottle')
  const container = bottle?.container_size ?? (bottle?.kind === 'bottle' ? bottle.added : null) ?? head
  return {
    bottle_number: last.bottle_number,
    container_size: hundredthsOf(container),
    balance: hundredthsIn(last.balance) ?? 0,
  }
}
