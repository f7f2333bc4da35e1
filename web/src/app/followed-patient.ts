import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import { now } from '../data/database/time.ts'
import { recentSheets } from '../data/view/recent-sheets.ts'
import { useOpenSheets } from '../features/new-sheet/sheet-at-hand.ts'
import type { Followed } from '../records/changed-patient.ts'
import { asSaved, patientOfSheet, type Patient } from '../records/patient.ts'

type Saved = Pick<ViewRecord<'sheets'>, '_id' | 'content'>

/** What the sheet of a patient who was chosen says by now: its weight may be corrected, or saved, on the tablet that has it open. */
export function followed(
  patient: Patient,
  open: readonly { id: string; sheet: SheetDraft }[],
  saved: readonly Saved[],
): Followed {
  if (patient.sheetId === undefined) return patient
  const one = open.find(({ id }) => id === patient.sheetId)
  if (one !== undefined) {
    const is = patientOfSheet(one.sheet)
    return is ? { ...is, sheetId: one.id } : 'changing'
  }
  const sheet = saved.find(({ _id }) => _id === patient.sheetId)?.content
  return sheet ? asSaved(patient, sheet) : 'ended'
}

const NONE: readonly Saved[] = []

/** The same, live. */
export function useFollowed(userId: string): (patient: Patient) => Followed {
  const open = useOpenSheets(userId)
  const saved = useLiveQuery(() => recentSheets(now()), [], NONE)
  return useCallback((patient) => followed(patient, open, saved), [open, saved])
}
