import type { DoubleCheck } from 'sync-protocol/records/double-check'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Species } from 'sync-protocol/records/fields'
import type { Op } from 'sync-protocol/records/mutation'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import type { FollowedSheet, SetAside } from '../../data/drafts/followed-sheet.ts'
import type { EarlierPrint } from '../../exports/earlier-print.ts'
import type { Came } from './came-kept.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { LastPatient, LibraryChange } from './next-patient.ts'
import type { OpenSheet } from './open-sheet.ts'

/** The data layer as this screen needs it, bound to one user, so that what was typed is kept even while they are signed out. */
export interface SheetServices {
  newId(): string
  /** The present time in ms. */
  now(): number
  save(intent: { action: string; detail?: string; ops: Op[] }): Promise<unknown>
  saveDraft(id: string, seen: SheetDraft | null, content: SheetDraft): Promise<unknown>
  readSheet(id: string): Promise<FollowedSheet>
  /** Calls back after every change of an open sheet, from whatever tab or tablet. */
  watchSheet(id: string, onChange: () => void): () => void
  endDraftOp(id: string): Promise<Op | null>
  /** What a saved sheet says to its patient's row of the day; null where there is none. */
  rowDrawnOp(rowId: string, sheetId: string): Promise<Op | null>
  /** What was saved under this id; null where there is none. */
  savedSheet(id: string): Promise<SheetContent | null>
  /** Keeps what was printed of a sheet with the saved one. */
  keepPrint(sheetId: string, print: EarlierPrint): Promise<void>
  /** Whether the patient may have a sheet of that day already; true too where that is not known yet. `own`: no other ones. */
  savedToday(sheet: SheetContent, own: readonly string[]): boolean
  /** When the clinic asks that a second person checks the weight. */
  doubleCheck(): DoubleCheck | undefined
  /** The library's drugs of a species; at once where they are in memory. */
  lookUp(species: Species): LibraryLookup | Promise<LibraryLookup>
}

export interface SessionState {
  sheet: OpenSheet
  /** False while the open sheet cannot be kept in the local database. */
  kept: boolean
  saving: 'no' | 'busy' | 'failed'
  /** EXPORT or SAVE waits for the library, to judge the doses by. */
  looking: boolean
  /** Grows with each NEXT PATIENT. */
  patient: number
  /** Grows with each other sheet on this screen, after RESET too. */
  sheets: number
  /** Whose sheet the next patient's began with; null for a first one. */
  lastPatient: LastPatient | null
  /** What of it, or of the sheet that this one is a copy of, the library has otherwise now, until it was read. */
  libraryChanges: readonly LibraryChange[]
  /** What another tablet entered last, in words, until it was read or typed over here. */
  came: Came | null
  /** Parts into which two tablets entered something at once. */
  setAside: readonly SetAside[]
  /** What became of it on another tablet: this screen writes and saves nothing more. */
  elsewhere: Elsewhere | null
  /** A colleague took it over: what stands here is what it was before. */
  wasHandedOver: boolean
}
