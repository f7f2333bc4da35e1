import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { CombineSource } from 'sync-protocol/rules/combine-order'
import { substanceKey, uniqueSubstances, type Substance } from 'sync-protocol/rules/substances'
import { getRecords } from '../../../data/view/records.ts'

/** Combined sheets hold the rows of others, voided ones hold none that count. */
const counts = ({ combined, voided }: BalanceFacts) => !combined && !voided

/** The substances that have balance sheets, by name. */
export const chartedSubstances = (facts: readonly BalanceFacts[]): Substance[] =>
  uniqueSubstances({ drugs: [], draws: [], balances: facts.filter(counts) })

/** In the order of the feed, as a new sheet takes the last of several that could be. */
export const sheetIdsOf = (facts: readonly BalanceFacts[], key: string): string[] =>
  facts.filter((sheet) => counts(sheet) && substanceKey(sheet) === key).map(({ _id }) => _id)

/** The rows themselves, from the tablet's database. */
export async function sheetsOf(ids: readonly string[]): Promise<CombineSource[]> {
  const records = await getRecords('balances', ids)
  const order = new Map(ids.map((id, place) => [id, place]))
  return records.flatMap(({ _id, content, voided }) =>
    content === null || voided !== undefined ? [] : [{ _id, content, order: order.get(_id) ?? ids.length }],
  )
}
