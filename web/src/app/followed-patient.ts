import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import { now } from '../data/database/time.ts'
import { sheetsOfLate } from '../data/view/recent-sheets.ts'
import { useOpenSheets } from '../features/new-sheet/sheet-at-hand.ts'
import type { Followed } from '../records/changed-patient.ts'
import { asSaved, patientOfSheet, type Patient, type SheetAtHand } from '../records/patient.ts'

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

/**
 * What the sheet of a patient who was chosen says by now: its weight may be corrected, or saved, on the tablet that has it open.
 * While that is not known (undefined) they are as they were.
 */
export function followed(
  patient: Patient,
  open: readonly { id: string; sheet: SheetAtHand }[] | undefined,
  saved: readonly Saved[] | undefined,
): Followed {
  if (patient.sheetId === undefined || open === undefined || saved === undefined) return patient
  const one = open.find(({ id }) => id === patient.sheetId)
  if (one !== undefined) {
    const is = patientOfSheet(one.sheet)
    return is ? { ...is, sheetId: one.id } : 'changing'
  }
  const sheet = savedFrom(patient.sheetId, saved)?.content
  return sheet ? asSaved(patient, sheet) : 'ended'
}

/** The same, live. */
export function useFollowed(userId: string): (patient: Patient) => Followed {
  const open = useOpenSheets(userId)
  const saved = useLiveQuery(() => sheetsOfLate(now()), [])
  return useCallback((patient) => followed(patient, open, saved), [open, saved])
}
