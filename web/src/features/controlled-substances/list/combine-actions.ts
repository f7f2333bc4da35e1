import type { BalanceContent } from 'sync-protocol/records/balance'
import { combiningBalances } from 'sync-protocol/rules/balance-intents'
import type { CombineSource } from 'sync-protocol/rules/combine-order'
import { tellingOfFailure } from '../../../data/outbox/failure-log.ts'
import { newId } from '../../../data/database/ids.ts'
import { getRecords } from '../../../data/view/records.ts'
import { save } from '../../../data/outbox/save.ts'

/** The sheets with their rows, in the order of choosing. One that is gone or was voided meanwhile is left out. */
export async function combineSources(ids: readonly string[]): Promise<CombineSource[]> {
  const records = await getRecords('balances', ids)
  return records.flatMap(({ _id, voided, content }) =>
    voided === undefined && content !== null ? [{ _id, content }] : [],
  )
}

/** Saves the combined sheet, also without a network; gives its id. */
export async function saveCombined(content: BalanceContent): Promise<string> {
  const id = newId()
  await tellingOfFailure('balance.combine_failed', content.drug_name, () =>
    save(combiningBalances(content, id)),
  )
  return id
}
