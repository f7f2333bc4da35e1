import type { DrawContent } from 'sync-protocol/records/draw'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { viewOf, type ViewRecord } from './clinic-database.ts'
import { currentClinic } from './signed-in.ts'

/** The draws that still stand of these sheets. */
export async function drawsOfSheets(sheetIds: readonly string[]): Promise<ViewRecord[]> {
  const sheets = new Set(sheetIds)
  return viewOf(currentClinic(), 'draws')
    .filter(({ deleted, voided, content }) => {
      if (deleted || voided !== undefined || content === null) return false
      return sheets.has((content as unknown as DrawContent).sheet_id)
    })
    .toArray()
}

/** How many balance sheets that still stand cite any of these draws. */
export async function balancesCiting(drawIds: readonly string[]): Promise<number> {
  if (drawIds.length === 0) return 0
  const draws = new Set(drawIds)
  return viewOf(currentClinic(), 'balances')
    .filter(({ deleted, voided, content }) => {
      if (deleted || voided !== undefined || content === null) return false
      const { pages } = content as unknown as BalanceContent
      return pages.some((rows) => rows.some((row) => row.draw_id !== undefined && draws.has(row.draw_id)))
    })
    .count()
}
