import { uuidv7 } from 'sync-protocol/records/uuid'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

const HOUR = 3_600_000
const RECENT_MS = 12 * HOUR
/** A sheet's id tells when it was begun: perhaps the day before. */
const BEGUN_MS = 48 * HOUR
const MOST = 8

/** No id that was made at `ms` or later comes before it. */
export const firstIdOf = (ms: number): string => uuidv7(ms, new Uint8Array(16))

const stands = ({ deleted, voided }: ViewRecord<'sheets'>) => !deleted && voided === undefined

const begunSince = (since: number, clinic = currentClinic()) =>
  viewOf(clinic, 'sheets').where('_id').above(firstIdOf(since))

/** What was begun in the last two days has a later id; `now` in ms. */
export const lateSince = (now: number): string => firstIdOf(now - BEGUN_MS)

/** The sheets that were begun in the last two days, and stand; `now` in ms. For a query that stays live. */
export const sheetsOfLate = (now: number, clinic = currentClinic()): Promise<ViewRecord<'sheets'>[]> =>
  begunSince(now - BEGUN_MS, clinic)
    .filter(stands)
    .toArray()

/** Those that were begun since then (ms), and apart from them those that were deleted. For a query that stays live. */
export async function savedSince(
  since: number,
): Promise<{ saved: ViewRecord<'sheets'>[]; gone: ViewRecord<'sheets'>[] }> {
  const all = await begunSince(since).toArray()
  return { saved: all.filter(stands), gone: all.filter((sheet) => !stands(sheet)) }
}

/** Those that were saved in the last 12 hours, the newest first, so many as find room; `now` in ms. */
export async function recentSheets(now: number, clinic = currentClinic()): Promise<ViewRecord<'sheets'>[]> {
  const since = new Date(now - RECENT_MS).toISOString()
  const found = (await sheetsOfLate(now, clinic)).filter(({ meta }) => meta.date_created >= since)
  return found.sort((a, b) => (a.meta.date_created > b.meta.date_created ? -1 : 1)).slice(0, MOST)
}

/** The sheets of the clinic's day (YYYY-MM-DD, not long ago) that stand. For a query that stays live. */
export async function sheetsOfDay(day: string, clinic = currentClinic()): Promise<ViewRecord<'sheets'>[]> {
  const first = firstIdOf(Date.parse(day) - BEGUN_MS)
  return viewOf(clinic, 'sheets')
    .where('_id')
    .above(first)
    .filter(({ deleted, voided, content }) => !deleted && voided === undefined && content?.day === day)
    .toArray()
}

/** The open sheets of everybody in the clinic. For a query that stays live. */
export const openSheetsOfClinic = (clinic = currentClinic()): Promise<ViewRecord<'drafts'>[]> =>
  viewOf(clinic, 'drafts')
    .filter(({ deleted, content }) => !deleted && content?.kind === 'sheet')
    .toArray()

/** A saved sheet that somebody corrects: what was entered is not saved again yet. */
export interface OpenCorrection {
  id: string
  savedAs: string
  name: string
  weight: string
  units: WeightUnit | '-'
  estimated?: boolean
}

/** The saved sheets of the clinic that are being corrected. For a query that stays live. */
export const openCorrections = async (clinic = currentClinic()): Promise<OpenCorrection[]> =>
  (await openSheetsOfClinic(clinic)).flatMap(({ _id: id, content }) =>
    // A draft may be of another version of the app, and lack what this one asks for.
    content?.kind !== 'sheet' || typeof content.saved_as !== 'string'
      ? []
      : [
          {
            id,
            savedAs: content.saved_as,
            name: content.name,
            weight: content.weight,
            units: content.weight_units,
            ...(content.estimated === true && { estimated: true }),
          },
        ],
  )

/** For the rows of the day's list (id) whose sheet this person has not open: the one of a colleague. For a query that stays live. */
export async function colleaguesSheets(
  userId: string,
  clinic = currentClinic(),
): Promise<ReadonlyMap<string, ViewRecord<'drafts'>>> {
  const open = (await openSheetsOfClinic(clinic)).flatMap((draft) =>
    draft.content?.kind === 'sheet' && draft.content.day_row !== undefined
      ? [{ row: draft.content.day_row, draft, isOwn: draft.meta.author_id === userId }]
      : [],
  )
  const own = new Set(open.flatMap(({ row, isOwn }) => (isOwn ? [row] : [])))
  return new Map(open.flatMap(({ row, draft }) => (own.has(row) ? [] : [[row, draft] as const])))
}
