import type { SheetDraft } from 'sync-protocol/records/draft'
import { sameJson } from 'sync-protocol/records/json'
import { resetSheet } from 'sync-protocol/rules/sheet'
import { MODAL_STEP } from './modal-steps.ts'
import { sheetReset, type OpenSheet } from './open-sheet.ts'
import { readAnesthesia, readEmergency, readProcedure } from './picked-record.ts'

/**
 * NEXT PATIENT: as RESET SHEET, but the procedure stays too, since the patients of a morning mostly have the same. `listed` is
 * what is known of a patient of the day's list: their own plan comes before what stays.
 */
export function nextPatient(sheet: OpenSheet, listed: SheetDraft | null = null): OpenSheet {
  const reset = { ...resetSheet(sheet.draft), procedure: sheet.draft.procedure }
  const draft = listed === null ? reset : planned(listed, reset)
  return { ...sheetReset(sheet), draft, baseline: draft }
}

function planned(listed: SheetDraft, last: SheetDraft): SheetDraft {
  const { outcome, species } = last
  if (listed.species !== species) return { ...listed, outcome }
  const own = listed.anesthesia_protocol !== null
  return {
    ...listed,
    outcome,
    procedure: listed.procedure ?? last.procedure,
    anesthesia_protocol: listed.anesthesia_protocol ?? last.anesthesia_protocol,
    // Both protocols are of one plan.
    emergency_protocol: listed.emergency_protocol ?? (own ? null : last.emergency_protocol),
  }
}

const CARRIED = ['procedure', 'anesthesia_protocol', 'emergency_protocol'] as const
export type Carried = Pick<SheetDraft, (typeof CARRIED)[number]>

/** The patient before, and the sheet as it was then. */
export interface LastPatient {
  readonly name: string
  readonly draft: SheetDraft
}

/** Whose procedure and protocols stand on the sheet as they stood on theirs; null for nobody's. */
export function sharedWith(last: LastPatient | null, { draft }: OpenSheet): string | null {
  if (last === null || last.name === '' || last.draft.species !== draft.species) return null
  return CARRIED.every((field) => sameJson(last.draft[field], draft[field])) ? last.name : null
}

/** What became of the library since the last patient, or the copied sheet, of what stays on the sheet. */
export interface LibraryChange {
  field: keyof Carried
  /** Its name on the last sheet. */
  name: string
  /** The record that stood there. */
  source_id?: string
  /** `several`: there is more than one of this name, and none is as it was. */
  became: 'changed' | 'removed' | 'several'
}

/** What is still to be said: nothing of what was chosen anew since. */
export const stillToSay = (
  changes: readonly LibraryChange[],
  { draft }: OpenSheet,
): readonly LibraryChange[] =>
  changes.filter(({ field, source_id, became }) =>
    became === 'changed' ? draft[field]?.source_id === source_id : draft[field] === null,
  )

export interface Renewal {
  /** What stood on the sheet when the library was asked. */
  was: Carried
  now: Carried
  changes: readonly LibraryChange[]
}

/**
 * What stays on the sheet as the library has it now: an edited protocol in its new version, and none that was removed. What
 * came from no record stays as it is.
 */
export async function renewal({ species, ...draft }: SheetDraft): Promise<Renewal> {
  const { procedure, anesthesia_protocol, emergency_protocol } = draft
  const was = { procedure, anesthesia_protocol, emergency_protocol }
  const latest = <T extends { source_id?: string | undefined }>(
    choice: T | null,
    read: (id: string, of: number) => Promise<T | null>,
  ) => (choice?.source_id === undefined ? choice : read(choice.source_id, species))
  const now = {
    procedure: await latest(procedure, readProcedure),
    anesthesia_protocol: await latest(anesthesia_protocol, readAnesthesia),
    emergency_protocol: await latest(emergency_protocol, readEmergency),
  }
  const changes = (Object.keys(was) as (keyof Carried)[]).flatMap((field): LibraryChange[] => {
    const [before, after] = [was[field], now[field]]
    if (before === null || sameJson(before.content, after?.content)) return []
    const { source_id } = before
    const became = after === null ? 'removed' : 'changed'
    return [{ field, name: before.content.name, ...(source_id !== undefined && { source_id }), became }]
  })
  return { was, now, changes }
}

/** Only what still stands there is renewed: a person may have chosen anew meanwhile. An open review of it goes with it. */
export function renewed(sheet: OpenSheet, { was, now, changes }: Renewal): OpenSheet {
  const stale = changes.map(({ field }) => field).filter((field) => sheet.draft[field] === was[field])
  if (stale.length === 0) return sheet
  const fresh = Object.fromEntries(stale.map((field) => [field, now[field]]))
  const draft = { ...sheet.draft, ...fresh }
  const untouched = sheet.baseline === sheet.draft
  const reviewing =
    sheet.modal?.step === MODAL_STEP.anesthesiaReview || sheet.modal?.step === MODAL_STEP.emergencyReview
  return {
    ...sheet,
    draft,
    baseline: untouched ? draft : sheet.baseline,
    ...(reviewing && { modal: null }),
  }
}
