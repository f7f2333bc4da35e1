import { voidingSheets, type SheetIntent } from 'sync-protocol/rules/sheet-intents'
import { tellingOfFailure } from '../../data/outbox/failure-log.ts'
import { getRecords } from '../../data/view/records.ts'
import { save } from '../../data/outbox/save.ts'
import { balancesCiting, drawsOfSheets } from '../../data/view/sheet-draws.ts'
import { savedSheetsText } from './saved-sheets-text.ts'

/** What a deletion would do, as the question says it. */
export interface Deletion {
  count: number
  draws: number
  /** Balance sheets that cite any of the draws. */
  cited: number
  intents: SheetIntent[]
}

export async function plannedDeletion(ids: readonly string[]): Promise<Deletion> {
  const [sheets, draws] = await Promise.all([getRecords('sheets', ids), drawsOfSheets(ids)])
  const notVoided = sheets.filter((sheet) => sheet.voided === undefined)
  const owned = draws.flatMap(({ _id, version, content }) =>
    content === null ? [] : [{ _id, version, sheet_id: content.sheet_id }],
  )
  return {
    count: notVoided.length,
    draws: draws.length,
    cited: await balancesCiting(draws.map(({ _id }) => _id)),
    intents: voidingSheets(notVoided, owned, savedSheetsText.reason),
  }
}

/** Looks again before it writes, so that a second try deletes only what the first one did not. */
export async function deleteSheets(ids: readonly string[]): Promise<void> {
  const { intents } = await plannedDeletion(ids)
  await tellingOfFailure('sheet.delete_failed', '', async () => {
    for (const intent of intents) await save(intent)
  })
}
