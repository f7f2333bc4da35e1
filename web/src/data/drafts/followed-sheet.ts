import { asKnown } from 'sync-protocol/records/known'
import { updateOp } from 'sync-protocol/merge/update-op'
import { conflictContent, type ConflictContent } from 'sync-protocol/records/conflict'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { liveRead } from '../database/live-read.ts'
import { queueMutation, durableTransaction, type Saver } from '../outbox/save.ts'
import { noteSaved } from '../database/sync-status.ts'

/** Two versions of a part of an open sheet, of which one was set aside (sync contract M3). */
export interface SetAside {
  record: ViewRecord
  conflict: ConflictContent
}

/** An open sheet as all tablets have made it by now. */
export interface FollowedSheet {
  /** A tombstone once it is over; undefined where this tablet has neither. */
  draft: ViewRecord<'drafts'> | undefined
  /** What it was saved as, and still stands; of several the first. */
  sheet: ViewRecord<'sheets'> | undefined
  /** The sheet that it says to be already, where that stands. */
  savedAs: ViewRecord<'sheets'> | undefined
  setAside: readonly SetAside[]
}

const DAY_MS = 24 * 3_600_000

/** The beginning of the ids that are made at a time. */
const idsOfTime = (atMs: number): string => {
  const hex = Math.max(0, atMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/**
 * A release before gave a sheet an id of its own: that sheet was made in the same change, and so at the same time, as its open
 * sheet ended. A tablet's clock, which the ids go by, may be a day off.
 */
async function savedByEarlierRelease(
  clinic: ClinicDatabase,
  over: ViewRecord<'drafts'>,
): Promise<ViewRecord<'sheets'>[]> {
  const { date_edited: at, author_id } = over.meta
  if (at === undefined) return []
  const atMs = Date.parse(at)
  return viewOf(clinic, 'sheets')
    .where('_id')
    .between(idsOfTime(atMs - DAY_MS), idsOfTime(atMs + DAY_MS))
    .filter(({ meta }) => meta.date_created === at && meta.author_id === author_id)
    .toArray()
}

const stands = ({ deleted, voided }: Pick<ViewRecord, 'deleted' | 'voided'>): boolean =>
  !deleted && voided === undefined

/** Whether nobody deleted a saved sheet since. */
export async function sheetStands(clinic: ClinicDatabase, sheetId: string): Promise<boolean> {
  const sheet = await viewOf(clinic, 'sheets').get(sheetId)
  return sheet !== undefined && stands(sheet)
}

/** Whether a saved sheet was deleted since; of one that is not here, as a refused one, it is not known. */
export async function sheetIsDeleted(clinic: ClinicDatabase, sheetId: string): Promise<boolean> {
  const sheet = await viewOf(clinic, 'sheets').get(sheetId)
  return sheet !== undefined && !stands(sheet)
}

/** The sheets that stand and were saved from this open one, the first saved first. */
export async function sheetsSavedFrom(
  clinic: ClinicDatabase,
  draftId: string,
  draft: ViewRecord<'drafts'> | undefined,
): Promise<ViewRecord<'sheets'>[]> {
  const own = await viewOf(clinic, 'sheets').where('_id').startsWith(beginningOf(draftId)).toArray()
  const all = own.length === 0 && draft?.deleted ? await savedByEarlierRelease(clinic, draft) : own
  return all.filter(stands).sort((a, b) => (a.meta.date_created < b.meta.date_created ? -1 : 1))
}

/** All that waits for a decision, by the id of its record. For a query that stays live. */
export async function allSetAside(clinic: ClinicDatabase): Promise<ReadonlyMap<string, SetAside[]>> {
  const found = new Map<string, SetAside[]>()
  for (const record of await viewOf(clinic, 'conflicts').toArray()) {
    const conflict = record.deleted ? undefined : asKnown(conflictContent, record.content)
    if (!conflict || conflict.settled !== undefined) continue
    const { _id } = conflict.record
    found.set(_id, [...(found.get(_id) ?? []), { record, conflict }])
  }
  return found
}

const setAsideOf = async (clinic: ClinicDatabase, draftId: string): Promise<readonly SetAside[]> =>
  (await allSetAside(clinic)).get(draftId) ?? []

/** All of it as of one moment: else a choice between two versions could be over while the other one is still on the screen. */
export async function readSheet(clinic: ClinicDatabase, draftId: string): Promise<FollowedSheet> {
  const tables = (['drafts', 'sheets', 'conflicts'] as const).map((collection) => clinic.table(collection))
  return clinic.transaction('r', tables, async () => {
    const draft = await viewOf(clinic, 'drafts').get(draftId)
    const savedAs = draft?.content?.kind === 'sheet' ? (draft.content.saved_as ?? null) : null
    const [[sheet], said, setAside] = await Promise.all([
      sheetsSavedFrom(clinic, draftId, draft),
      savedAs === null ? undefined : viewOf(clinic, 'sheets').get(savedAs),
      setAsideOf(clinic, draftId),
    ])
    return { draft, sheet, savedAs: said && stands(said) ? said : undefined, setAside }
  })
}

/** Calls now and after every change of the open sheet, whichever tablet makes it; gives what ends it. */
export const watchSheet = (clinic: ClinicDatabase, draftId: string, onChange: () => void): (() => void) =>
  liveRead(() => readSheet(clinic, draftId), onChange)

/**
 * What was seen, as it is stored: a later release has more in it than this one sees. Where another value stands by now it is as
 * it was seen.
 */
function asStored(stored: JsonObject, seen: SheetDraft): JsonObject {
  const now: JsonObject = { ...asKnown(sheetDraft, stored) }
  return Object.fromEntries(
    Object.entries(seen as JsonObject).map(([field, value]) => [
      field,
      sameJson(now[field] ?? null, value) ? (stored[field] ?? value) : value,
    ]),
  )
}

/** The operation that makes the draft what was typed over what was seen; null when nothing was. */
function typedOp(
  record: ViewRecord | undefined,
  _id: string,
  seen: SheetDraft | null,
  content: SheetDraft,
): Op | null {
  if (record === undefined) return { op: 'create', collection: 'drafts', _id, content }
  // What is over on other tablets is not opened again: the server keeps what was typed beside it (sync contract M5).
  if (record.deleted && seen !== null)
    return updateOp('drafts', { _id, version: Math.max(0, record.version - 1), content: seen }, content)
  if (record.deleted || record.content === null)
    return { op: 'restore', collection: 'drafts', _id, base: record.version, content }
  const before = seen === null ? record.content : asStored(record.content, seen)
  return updateOp('drafts', { _id, version: record.version, content: before }, content)
}

/**
 * Keeps what was typed. It says what was seen, never what the view holds by now: what another tablet entered meanwhile stays,
 * and where both entered something in one place the server keeps both.
 */
export async function keepSheet(
  clinic: ClinicDatabase,
  saver: Saver,
  id: string,
  seen: SheetDraft | null,
  content: SheetDraft,
): Promise<void> {
  await durableTransaction(clinic, async () => {
    const op = typedOp(await viewOf(clinic, 'drafts').get(id), id, seen, content)
    if (op !== null) await queueMutation(clinic, saver, { action: 'draft.save', ops: [op] })
  })
  noteSaved(saver.deviceNow())
}
