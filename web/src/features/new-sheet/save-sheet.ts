import type { DrawContent } from 'sync-protocol/records/draw'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { drawsOfSheet } from 'sync-protocol/rules/sheet'
import { sheetText } from './sheet-text.ts'

export interface SaveIntent {
  action: string
  ops: Op[]
}

/** One change: the sheet and its controlled draws (decision Q-21). Sent again, it is the same change. */
export function saveIntent(sheet: SheetContent, sheetId: string, newId: () => string): SaveIntent {
  const create = (collection: 'sheets' | 'draws', _id: string, content: SheetContent | DrawContent): Op => ({
    op: 'create',
    collection,
    _id,
    content: content as unknown as JsonObject,
  })
  const draws = drawsOfSheet(sheet, sheetId).map((draw) => create('draws', newId(), draw))
  return { action: 'sheet.save', ops: [create('sheets', sheetId, sheet), ...draws] }
}

/** An action without records, for the action log alone. */
export const failureIntent = () => ({
  action: 'sheet.save_failed',
  detail: sheetText.saveFailedLog,
  ops: [] satisfies Op[],
})
