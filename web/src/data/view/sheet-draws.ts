import { viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

/** The draws that still stand of these sheets. */
export async function drawsOfSheets(sheetIds: readonly string[]): Promise<ViewRecord<'draws'>[]> {
  const sheets = new Set(sheetIds)
  return viewOf(currentClinic(), 'draws')
    .filter(({ deleted, voided, content }) => {
      if (deleted || voided !== undefined || content === null) return false
      return sheets.has(content.sheet_id)
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
      return content.pages.some((rows) =>
        rows.some((row) => row.draw_id !== undefined && draws.has(row.draw_id)),
      )
    })
    .count()
}
