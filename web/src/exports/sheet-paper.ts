import type { DrugClass } from 'sync-protocol/records/fields'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { PaperClinic } from './clinic-on-paper.ts'
import type { CodeRow } from './code-rows.ts'
import type { EarlierPrint } from './earlier-print.ts'

/** The classes of the clinic's sections, by key. */
export type SectionClasses = ReadonlyMap<number, DrugClass>

/** A sheet and what its record says about it; the same paper comes from an open sheet and from a saved one. */
export interface SheetPaper extends PaperClinic {
  sheet: SheetContent
  /** Of the open sheet, or of the saved one. */
  sheet_id?: string
  /** The open sheet, where that goes on after it was saved: its papers are not those of the saved one. */
  draft_id?: string
  author_name: string
  /** An instant; the printed date is the sheet's own local day. */
  date_created: string
  /** The server does not have it yet; the paper is the same. */
  pending?: boolean
  /** The server could not confirm its volumes: every page says so. */
  volumes_differ?: boolean
  /** The server found a red dose without a reason; what the sheet itself shows of it is said anyway. */
  dose_unexplained?: boolean
  /** With what it was corrected later, and when: '15 kg, 11/30/2026, 9:02 AM'. */
  corrected?: string
  /** What is unusual about its weight: a statement. */
  unusual_weight?: string
  /** It was made of an open sheet that nobody had saved as it stood. */
  unsaved?: boolean
  /** The last file of this sheet, made on this tablet: this one replaces it where it says anything else. */
  before?: EarlierPrint
  /** When this one is made, an instant, and the clinic's time zone. */
  printed?: { at: string; timeZone: string }
  /** What was done in a code of this patient, in order. */
  code?: readonly CodeRow[]
  /** For the colours beside titles and drugs; without them there are none. */
  drug_classes?: SectionClasses
}

export interface SheetExportOptions {
  /** As typed, without its suffix. */
  filename: string
  injectionPageBreak: boolean
  emergencyPageBreak: boolean
  procedureNotes: boolean
}
