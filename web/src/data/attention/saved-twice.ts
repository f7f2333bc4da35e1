import { savedMoreThanOnce } from 'sync-protocol/records/sheet-id'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { isLive, type LiveRecord, type ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

/** Sheets that stand and were saved from one open sheet, on tablets that did not know of each other (sync contract M8). */
export interface SavedTwice {
  /** The ids of its sheets, in order. */
  key: string
  /** The first saved first. */
  sheets: readonly LiveRecord<'sheets'>[]
}

/** What somebody looked at, by name. */
export const SAVED_TWICE = 'saved_twice'

const stands = (record: ViewRecord<'sheets'> | undefined): record is LiveRecord<'sheets'> =>
  record !== undefined && !record.deleted && record.voided === undefined && isLive(record)

/** Only keys are read of all sheets: of 10,000 mostly none is saved twice. For a query that stays live. */
export async function sheetsSavedTwice(clinic: ClinicDatabase): Promise<readonly SavedTwice[]> {
  const sheets = viewOf(clinic, 'sheets')
  const groups = savedMoreThanOnce(await sheets.toCollection().primaryKeys())
  const found = await Promise.all(
    groups.map(async (ids) => (await sheets.bulkGet(ids)).filter((record) => stands(record))),
  )
  return found
    .filter((group) => group.length > 1)
    .map((group) => ({
      key: group
        .map(({ _id }) => _id)
        .sort()
        .join(' '),
      sheets: group.sort((a, b) => (a.meta.date_created < b.meta.date_created ? -1 : 1)),
    }))
}

/** Of the signed-in person’s clinic. */
export const savedTwice = (): Promise<readonly SavedTwice[]> => sheetsSavedTwice(currentClinic())

/** The ids of all of them. */
export const savedTwiceIds = async (): Promise<ReadonlySet<string>> =>
  new Set((await savedTwice()).flatMap(({ sheets }) => sheets.map(({ _id }) => _id)))
