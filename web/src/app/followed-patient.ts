import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useMemo } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import { currentClinic } from '../data/database/signed-in.ts'
import { now } from '../data/database/time.ts'
import { rowsFrom } from '../data/view/day-rows.ts'
import { firstIdOf, savedSince } from '../data/view/recent-sheets.ts'
import { savedWith, useBesideSaved } from '../records/saved-beside.ts'
import { idAtHand, useOpenSheets } from '../features/new-sheet/sheet-at-hand.ts'
import type { Followed } from '../records/changed-patient.ts'
import { asSaved, patientOfSheet, type Patient, type SheetAtHand } from '../records/patient.ts'
import type { SavedWith } from '../records/row-weighing.ts'

type Saved = Pick<ViewRecord<'sheets'>, '_id' | 'content' | 'meta'>

/** A saved sheet has the beginning of the open sheet's id; of several that were saved from it the first counts. */
function savedFrom(sheetId: string, saved: readonly Saved[]): Saved | undefined {
  const start = beginningOf(sheetId)
  const found = saved.filter(({ _id }) => beginningOf(_id) === start)
  return (
    found.find(({ _id }) => _id === sheetId) ??
    found.sort((a, b) => (a.meta.date_created < b.meta.date_created ? -1 : 1))[0]
  )
}

/** What is known of the sheets of the clinic. */
interface Known {
  open: readonly { id: string; sheet: SheetAtHand }[] | undefined
  saved: readonly Saved[] | undefined
  /** How the ids of sheets begin that were saved, and deleted since. */
  gone?: ReadonlySet<string>
  /** What is said of a patient beside the saved sheet. */
  beside?: (sheetId: string) => SavedWith | undefined
  /** The row of the day list (value) that a sheet (key) was saved for. */
  rowOf?: ReadonlyMap<string, string>
  /** Where the ids of the sheets begin that `saved` is of. */
  since?: string
}

/**
 * What the sheet of a patient who was chosen says by now: its weight may be corrected, or saved, on the tablet that has it open.
 * While that is not known (undefined) they are as they were.
 */
export function followed(patient: Patient, { open, saved, beside, rowOf, since = '' }: Known): Followed {
  if (patient.sheetId === undefined || open === undefined || saved === undefined) return patient
  const one = open.find(({ id }) => id === patient.sheetId)
  if (one !== undefined) {
    const is = patientOfSheet(one.sheet)
    return is ? { ...is, sheetId: one.id } : 'changing'
  }
  const sheet = savedFrom(patient.sheetId, saved)
  if (sheet?.content) {
    const [saved_with, day_row] = [beside?.(sheet._id), rowOf?.get(sheet._id)]
    return asSaved(patient, sheet.content, {
      ...(saved_with !== undefined && { saved_with }),
      ...(day_row !== undefined && { day_row }),
    })
  }
  // Of one that was begun earlier it is not known whether it was saved.
  if (patient.sheetId < since) return patient
  const saved_with = beside?.(patient.sheetId)
  if (saved_with === undefined || patient.sheet === null) return 'ended'
  return { ...patient, sheet: { ...patient.sheet, saved_with, put_away: true } }
}

/** The sheet at hand with what is said of its patient beside it, once it was saved, and whether it was deleted since. */
export function withBeside(
  sheet: SheetAtHand,
  ownId: string | null,
  { open, saved, gone, beside }: Known,
): SheetAtHand {
  if (ownId === null || open === undefined || saved === undefined) return sheet
  if (open.some(({ id }) => id === ownId)) return sheet
  const own = savedFrom(ownId, saved)
  // Another one that was saved from the same sheet is not what stands here.
  const isAnother = own !== undefined && sheet.saved_as !== null && own._id !== sheet.saved_as
  const said = /* @rule corrected-beside */ beside?.(own?._id ?? ownId)
  const saved_with = said ?? (isAnother ? savedWith(own) : undefined)
  const wasSaved =
    sheet.saved_as === null
      ? sheet.saved_with !== undefined
      : beginningOf(sheet.saved_as) === beginningOf(ownId)
  // Of one that is not here at all it is not known: it may come a moment later.
  const isDeleted =
    /* @rule deleted-said */ wasSaved && own === undefined && gone?.has(beginningOf(ownId)) === true
  if (saved_with === undefined && !isDeleted) return sheet
  return { ...sheet, ...(saved_with !== undefined && { saved_with }), ...(isDeleted && { put_away: true }) }
}

/** A sheet is rarely open for longer. */
const FOLLOWED_MS = 7 * 24 * 3_600_000

/** The sheet at hand and what follows a sheet, live. `sheet` as it was given: null where there is none, undefined while it is read. */
export function useFollowed(
  userId: string,
  sheet: SheetAtHand | null | undefined,
): {
  sheet: SheetAtHand | null | undefined
  ownId: string | null
  follow: (patient: Patient) => Followed
} {
  const ownId = sheet ? idAtHand(userId, sheet) : null
  const open = useOpenSheets(userId)
  const found = useLiveQuery(async () => {
    const since = now() - FOLLOWED_MS
    const { saved, gone } = await savedSince(since)
    const rows = await rowsFrom(currentClinic(), new Date(since).toISOString().slice(0, 10))
    const rowOf = new Map(
      rows.flatMap(({ _id, content: { sheet_id } }) =>
        sheet_id === undefined ? [] : [[sheet_id, _id] as const],
      ),
    )
    return { rowOf, saved, gone: new Set(gone.map(({ _id }) => beginningOf(_id))), since: firstIdOf(since) }
  }, [])
  const beside = useBesideSaved()
  const known = useMemo((): Known => ({ open, saved: undefined, ...found, beside }), [open, found, beside])
  const atHand = useMemo(() => sheet && withBeside(sheet, ownId, known), [sheet, ownId, known])
  const follow = useCallback((patient: Patient) => followed(patient, known), [known])
  return { sheet: atHand, ownId, follow }
}
