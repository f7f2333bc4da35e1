import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { PreviousBalance } from 'sync-protocol/rules/previous-balance'
import type { FetchedBalance } from 'sync-protocol/rules/previous-balance-form'

/** What became of the records under an open table since they were chosen. Nothing of it is refused; it is said before it is saved. */
export type TableDoubt =
  | { kind: 'voided_draw'; draw_id: string }
  /** A balance sheet that stands has the draw too. */
  | { kind: 'used_draw'; draw_id: string; in: BalanceFacts }

/** `drawIds` of the table; `uses` and `voidedDraws` by what the tablet has now. */
export function doubtsOf(
  drawIds: Iterable<string>,
  balances: readonly BalanceFacts[],
  uses: ReadonlyMap<string, number>,
  voidedDraws: ReadonlySet<string>,
): TableDoubt[] {
  const sheetWith = (id: string) =>
    balances.find(({ combined, voided, draw_ids }) => !combined && !voided && draw_ids.includes(id))
  return [...new Set(drawIds)].flatMap((draw_id): TableDoubt[] => {
    if (voidedDraws.has(draw_id)) return [{ kind: 'voided_draw', draw_id }]
    const sheet = uses.has(draw_id) ? sheetWith(draw_id) : undefined
    return sheet === undefined ? [] : [{ kind: 'used_draw', draw_id, in: sheet }]
  })
}

/**
 * Whether a table filled in from `fetched` goes on from the last balance sheet still: another tablet may have saved one since
 * (`newer`), or that one was deleted (`gone`; what is last now, if anything, is in `previous`).
 */
export function previousMoved(
  fetched: FetchedBalance | null,
  previous: PreviousBalance | null,
  isVoided: (id: string) => boolean,
): 'newer' | 'gone' | null {
  if (fetched?.previous_id === previous?.previous_id) return null
  return previous === null || (fetched !== null && isVoided(fetched.previous_id)) ? 'gone' : 'newer'
}
