import { correctedBy } from 'sync-protocol/rules/related-sheets'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { isLive, type LiveRecord, type ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

export const isSheetLive = (record: ViewRecord<'sheets'> | undefined): record is LiveRecord<'sheets'> =>
  record !== undefined && !record.deleted && record.voided === undefined && isLive(record)

/** The ids of all sheets that say it of themselves, each with what it says; nothing but keys is read. */
export async function keyed(
  clinic: ClinicDatabase,
  field: 'corrects' | 'day_row',
): Promise<(readonly [_id: string, value: string])[]> {
  const sheets = viewOf(clinic, 'sheets')
  // Of one moment: else the two could be of different sheets.
  return clinic.transaction('r', sheets, async () => {
    const inOrder = sheets.orderBy(`content.${field}`)
    const [ids, values] = await Promise.all([inOrder.primaryKeys(), inOrder.keys()])
    return ids.map((id, at) => [id, values[at] as string] as const)
  })
}

/** Each saved sheet that corrects another, with that one's id: deleted ones too. For a query that stays live. */
export const savedCorrections = async (clinic = currentClinic()): Promise<ReadonlyMap<string, string>> =>
  new Map(await keyed(clinic, 'corrects'))

const byDate = (a: LiveRecord<'sheets'>, b: LiveRecord<'sheets'>) =>
  a.meta.date_created < b.meta.date_created ? -1 : 1

/** The last sheet that corrects this one, and stands: over several steps too. For a query that stays live. */
export async function correctionOf(
  sheetId: string,
  clinic = currentClinic(),
): Promise<LiveRecord<'sheets'> | undefined> {
  const seen = new Set([sheetId])
  const found: ViewRecord<'sheets'>[] = []
  for (let ids = [sheetId]; ids.length > 0;) {
    const next = await viewOf(clinic, 'sheets').where('content.corrects').anyOf(ids).toArray()
    const more = next.filter(({ _id }) => !seen.has(_id))
    ids = more.map(({ _id }) => _id)
    for (const id of ids) seen.add(id)
    found.push(...more)
  }
  return found
    .filter((record) => isSheetLive(record))
    .sort(byDate)
    .at(-1)
}

/** The sheet that stands of a patient of the day list: the one that their row names, else the last other one that was saved for it. */
export async function sheetThatStands(
  rowId: string,
  sheetId: string,
  clinic = currentClinic(),
): Promise<string> {
  const sheets = viewOf(clinic, 'sheets')
  if (/* @rule stands-for-row */ isSheetLive(await sheets.get(sheetId))) return sheetId
  const found = await sheets.where('content.day_row').equals(rowId).toArray()
  return (
    found
      .filter((record) => isSheetLive(record))
      .sort(byDate)
      .at(-1)?._id ?? sheetId
  )
}

/** The ids of all sheets that another one corrects which stands. For a query that stays live. */
export async function correctedSheets(clinic = currentClinic()): Promise<ReadonlySet<string>> {
  const before = await savedCorrections(clinic)
  const later = await viewOf(clinic, 'sheets').bulkGet([...before.keys()])
  const left = later.filter((record) => isSheetLive(record))
  return correctedBy(
    left.map(({ _id }) => _id),
    (id) => before.get(id),
  )
}
