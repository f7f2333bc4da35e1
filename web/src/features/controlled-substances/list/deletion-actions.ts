import { voidingBalances } from 'sync-protocol/rules/balance-intents'
import { tellingOfFailure } from '../../../data/outbox/failure-log.ts'
import { getRecords } from '../../../data/view/records.ts'
import { saveTogether } from '../../../data/outbox/save-together.ts'

/**
 * Deletes balance sheets, which is voiding them with a reason: all or none. Looks again before it writes; gives how many
 * still stood.
 */
export async function deleteBalances(ids: readonly string[], reason: string, about: string): Promise<number> {
  const records = await getRecords('balances', ids)
  const notVoided = records.filter(({ voided }) => voided === undefined)
  await tellingOfFailure('balance.delete_failed', about, () =>
    saveTogether(voidingBalances(notVoided, reason)),
  )
  return notVoided.length
}
