import { updateOp } from 'sync-protocol/merge/update-op'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { OpOf } from 'sync-protocol/records/mutation'
import { isToDraw, statusOnceDrawn } from 'sync-protocol/rules/day-status'
import { byOrder } from 'sync-protocol/rules/order-key'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { colleaguesSheets } from './recent-sheets.ts'

/** One patient of a day, as the view has it. */
export interface DayRow {
  _id: string
  version: number
  order: string
  content: DayRowContent
}

function rowOf({ _id, version, deleted, content }: ViewRecord<'day_rows'>): DayRow[] {
  return deleted || content === null ? [] : [{ _id, version, order: content.order, content }]
}

/** The patients of a day (YYYY-MM-DD) in their order. For a query that stays live. */
export async function rowsOfDay(clinic: ClinicDatabase, day: string): Promise<DayRow[]> {
  const found = await viewOf(clinic, 'day_rows').where('content.day').equals(day).toArray()
  return found.flatMap(rowOf).sort(byOrder)
}

/** The patients of all days from one on (YYYY-MM-DD), day by day. For a query that stays live. */
export async function rowsFrom(clinic: ClinicDatabase, day: string): Promise<DayRow[]> {
  const found = await viewOf(clinic, 'day_rows').where('content.day').aboveOrEqual(day).toArray()
  return found
    .flatMap(rowOf)
    .sort((a, b) =>
      a.content.day === b.content.day ? byOrder(a, b) : a.content.day < b.content.day ? -1 : 1,
    )
}

export async function dayRow(clinic: ClinicDatabase, id: string): Promise<DayRow | undefined> {
  const found = await viewOf(clinic, 'day_rows').get(id)
  return found && rowOf(found)[0]
}

/**
 * Whose sheet comes next for this person on the same day after this row, from the top again after the last: nobody whose drugs are
 * drawn, for whom nothing will be done, or whose sheet a colleague has open. Undefined when there is none.
 */
export async function nextRowToDraw(
  clinic: ClinicDatabase,
  id: string,
  userId: string,
): Promise<DayRow | undefined> {
  const [row, theirs] = await Promise.all([dayRow(clinic, id), colleaguesSheets(userId, clinic)])
  if (!row) return undefined
  const rows = await rowsOfDay(clinic, row.content.day)
  const from = rows.findIndex(({ _id }) => _id === id) + 1
  return [...rows.slice(from), ...rows.slice(0, from)].find(
    ({ _id, content }) =>
      _id !== id && content.sheet_id === undefined && isToDraw(content.status) && !theirs.has(_id),
  )
}

/**
 * What the saving of a sheet says to its patient's row: that the drugs are drawn, and which sheet it is. It goes into the change
 * that saves the sheet, and never holds it up (sync contract P8). Null where there is no such row.
 */
export async function rowDrawnOp(
  clinic: ClinicDatabase,
  id: string,
  sheetId: string,
): Promise<OpOf<'update'> | null> {
  const row = await dayRow(clinic, id)
  if (!row) return null
  const status = statusOnceDrawn(row.content.status)
  return updateOp('day_rows', row, { ...row.content, status, sheet_id: sheetId })
}
