import { savedMoreThanOnce } from 'sync-protocol/records/sheet-id'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { LiveRecord, ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'
import { correctedSheets, keyed, sheetStands } from '../view/corrections.ts'

/**
 * Sheets that stand and were saved from one open sheet, or for one patient of the day's list, on tablets that did not know of each
 * other (sync contract M8).
 */
export interface SavedTwice {
  /** The ids of its sheets, in order. */
  key: string
  /** The first saved first. */
  sheets: readonly LiveRecord<'sheets'>[]
}

/** What somebody looked at, by name. */
export const SAVED_TWICE = 'saved_twice'

const isMany = (group: readonly unknown[]) => group.length > 1

/** Of the sheets of one patient of the day's list: those that no other one corrects. */
function notCorrected(sheets: readonly ViewRecord<'sheets'>[]): LiveRecord<'sheets'>[] {
  const before = new Map(sheets.map(({ _id, content }) => [_id, content?.corrects]))
  const kept = sheets.filter((record) => sheetStands(record))
  const corrected = new Set<string>()
  for (const { _id } of kept)
    for (let id = before.get(_id); id !== undefined && id !== _id && !corrected.has(id); id = before.get(id))
      corrected.add(id)
  return kept.filter(({ _id }) => !corrected.has(_id))
}

/** Saved for one patient of the day's list, though none of them corrects the other. */
async function twiceOfRows(clinic: ClinicDatabase): Promise<LiveRecord<'sheets'>[][]> {
  const ofRow = new Map<string, string[]>()
  for (const [id, row] of await keyed(clinic, 'day_row')) ofRow.set(row, [...(ofRow.get(row) ?? []), id])
  return Promise.all(
    [...ofRow.values()].filter(isMany).map(async (ids) => {
      const found = await viewOf(clinic, 'sheets').bulkGet(ids)
      return notCorrected(found.filter((record) => record !== undefined))
    }),
  )
}

async function twiceOfOpen(clinic: ClinicDatabase): Promise<LiveRecord<'sheets'>[][]> {
  const sheets = viewOf(clinic, 'sheets')
  const groups = savedMoreThanOnce(await sheets.toCollection().primaryKeys())
  return Promise.all(
    groups.map(async (ids) => (await sheets.bulkGet(ids)).filter((record) => sheetStands(record))),
  )
}

/** Only keys are read of all sheets: of 10,000 mostly none is saved twice. For a query that stays live. */
export async function sheetsSavedTwice(clinic: ClinicDatabase): Promise<readonly SavedTwice[]> {
  const ofRows = /* @rule row-twice */ (await twiceOfRows(clinic)).filter(isMany)
  const told = new Set(ofRows.flat().map(({ _id }) => _id))
  const ofOpen = (await twiceOfOpen(clinic)).filter(isMany)
  return [...ofOpen.filter((group) => !group.every(({ _id }) => told.has(_id))), ...ofRows].map((group) => ({
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
export const savedTwiceIds = async (clinic = currentClinic()): Promise<ReadonlySet<string>> =>
  new Set((await sheetsSavedTwice(clinic)).flatMap(({ sheets }) => sheets.map(({ _id }) => _id)))

/** Of these sheets a draw may stand twice, and was perhaps drawn once: those that were saved twice, or corrected. */
export const drawnTwiceIds = async (clinic = currentClinic()): Promise<ReadonlySet<string>> =>
  new Set([...(await savedTwiceIds(clinic)), .../* @rule corrected-draws */ (await correctedSheets(clinic))])
