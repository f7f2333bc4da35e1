import { voidingDraws } from 'sync-protocol/rules/balance-intents'
import { tellingOfFailure } from '../../data/outbox/failure-log.ts'
import { getRecords } from '../../data/view/records.ts'
import { saveTogether } from '../../data/outbox/save-together.ts'

/** Voids those that still stand, all or none; the reason is kept with each. Says how many. */
export async function deleteDraws(ids: readonly string[], reason: string): Promise<number> {
  return tellingOfFailure('draw.delete_failed', '', async () => {
    const notVoided = (await getRecords('draws', ids)).filter(({ voided }) => voided === undefined)
    await saveTogether(voidingDraws(notVoided, reason))
    return notVoided.length
  })
}
