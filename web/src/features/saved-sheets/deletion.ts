import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import type { Op } from 'sync-protocol/records/mutation'
import { savedSheetsText } from './saved-sheets-text.ts'

interface Versioned {
  _id: string
  version: number
}
export interface DeletedDraw extends Versioned {
  sheet_id: string
}
export interface DeletionIntent {
  action: 'sheet.delete'
  ops: Op[]
}

const voidOp = (collection: 'sheets' | 'draws', { _id, version }: Versioned): Op => ({
  op: 'void',
  collection,
  _id,
  base: version,
  reason: savedSheetsText.reason,
})

/**
 * Sheets are voided together with their draws, never one without the other (decision Q-21): as few changes as their size
 * allows, usually one.
 */
export function deletionIntents(
  sheets: readonly Versioned[],
  draws: readonly DeletedDraw[],
  opsMax = MUTATION_OPS_MAX,
): DeletionIntent[] {
  const bySheet = new Map<string, DeletedDraw[]>()
  for (const draw of draws) bySheet.set(draw.sheet_id, [...(bySheet.get(draw.sheet_id) ?? []), draw])
  const intents: DeletionIntent[] = []
  for (const sheet of sheets) {
    const own = bySheet.get(sheet._id) ?? []
    const ops = [voidOp('sheets', sheet), ...own.map((draw) => voidOp('draws', draw))]
    const last = intents.at(-1)
    if (last !== undefined && last.ops.length + ops.length <= opsMax) last.ops.push(...ops)
    else intents.push({ action: 'sheet.delete', ops })
  }
  return intents
}
