import { correctedBy, groupsOfSheets } from 'sync-protocol/rules/related-sheets'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { LiveRecord, ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'
import { keyed, isSheetLive } from '../view/corrections.ts'

/**
 * Sheets of one patient that stand and of which none corrects the other: from one open sheet, for one patient of the day list, or as
 * corrections of one sheet, on tablets that did not know of each other (sync contract M8).
 */
export interface SavedTwice {
  /** The ids of its sheets, in order. */
  key: string
  /** The first saved first. */
  sheets: readonly LiveRecord<'sheets'>[]
}

/** What somebody looked at, by name. */
export const SAVED_TWICE = 'saved_twice'

/** By keys alone: the groups in which more than one sheet is corrected by no other. Of 10,000 sheets mostly none is. */
async function possiblyTwice(clinic: ClinicDatabase): Promise<string[][]> {
  const all = await viewOf(clinic, 'sheets').toCollection().primaryKeys()
  const rows = /* @rule row-twice */ await keyed(clinic, 'day_row')
  const corrections = await keyed(clinic, 'corrects')
  const groupOf = groupsOfSheets([
    ...rows.map(([_id, day_row]) => ({ _id, day_row })),
    ...corrections.map(([_id, corrects]) => ({ _id, corrects })),
  ])
  const groups = new Map<string, string[]>()
  for (const id of all) {
    const group = groupOf(id)
    groups.set(group, [...(groups.get(group) ?? []), id])
  }
  const corrected = new Set(corrections.map(([, before]) => before))
  return [...groups.values()].filter((ids) => ids.filter((id) => !corrected.has(id)).length > 1)
}

/** Those that stand, and that no other one which stands corrects. */
function heads(sheets: readonly (ViewRecord<'sheets'> | undefined)[]): LiveRecord<'sheets'>[] {
  const before = new Map(sheets.map((sheet) => [sheet?._id, sheet?.content?.corrects]))
  const left = sheets.filter((record) => isSheetLive(record))
  const corrected = correctedBy(
    left.map(({ _id }) => _id),
    (id) => before.get(id),
  )
  return left.filter(({ _id }) => /* @rule corrected-once */ !corrected.has(_id))
}

/** For a query that stays live. */
export async function sheetsSavedTwice(clinic: ClinicDatabase): Promise<readonly SavedTwice[]> {
  const sheets = viewOf(clinic, 'sheets')
  const groups = await possiblyTwice(clinic)
  const found = await Promise.all(groups.map(async (ids) => heads(await sheets.bulkGet(ids))))
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
export const savedTwiceIds = async (clinic = currentClinic()): Promise<ReadonlySet<string>> =>
  new Set((await sheetsSavedTwice(clinic)).flatMap(({ sheets }) => sheets.map(({ _id }) => _id)))
