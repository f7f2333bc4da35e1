import type { DrawContent } from '../records/draw.ts'
import { MUTATION_OPS_MAX } from '../records/limits.ts'
import type { Op } from '../records/mutation.ts'
import type { SheetContent } from '../records/sheet.ts'
import { drawsOfSheet } from './sheet.ts'

/** What a person wants done with sheets, before it has its number and its time. */
export interface SheetIntent {
  action: 'sheet.save' | 'sheet.delete'
  ops: Op[]
}

interface Versioned {
  _id: string
  version: number
}
/** A draw that a sheet was saved with. */
export interface DrawOfSheet extends Versioned {
  sheet_id: string
}

/** One change: the sheet and a draw for each of its controlled drugs (`spec 2 §3`). Made again, it has new ids. */
export function savingSheet(sheet: SheetContent, sheetId: string, newId: () => string): SheetIntent {
  const create = (collection: 'sheets' | 'draws', _id: string, content: SheetContent | DrawContent): Op => ({
    op: 'create',
    collection,
    _id,
    content: content,
  })
  const draws = drawsOfSheet(sheet, sheetId).map((draw) => create('draws', newId(), draw))
  return { action: 'sheet.save', ops: [create('sheets', sheetId, sheet), ...draws] }
}

/**
 * Sheets are voided together with their draws, never one without the other: as few changes as their size allows, usually
 * one. `reason` says why, in the record and in the action log.
 */
export function voidingSheets(
  sheets: readonly Versioned[],
  draws: readonly DrawOfSheet[],
  reason: string,
  opsMax = MUTATION_OPS_MAX,
): SheetIntent[] {
  const voidOp = (collection: 'sheets' | 'draws', { _id, version }: Versioned): Op => ({
    op: 'void',
    collection,
    _id,
    base: version,
    reason,
  })
  const bySheet = new Map<string, DrawOfSheet[]>()
  for (const draw of draws) bySheet.set(draw.sheet_id, [...(bySheet.get(draw.sheet_id) ?? []), draw])
  const intents: SheetIntent[] = []
  for (const sheet of sheets) {
    const own = bySheet.get(sheet._id) ?? []
    const ops = [voidOp('sheets', sheet), ...own.map((draw) => voidOp('draws', draw))]
    const last = intents.at(-1)
    if (last !== undefined && last.ops.length + ops.length <= opsMax) last.ops.push(...ops)
    else intents.push({ action: 'sheet.delete', ops })
  }
  return intents
}
