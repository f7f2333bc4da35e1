import type { SheetDraft } from 'sync-protocol/records/draft'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'

/** The modal's steps by their numbers (`spec 1 §2`). */
export const MODAL_STEP = {
  procedures: 0,
  anesthesiaProtocols: 1,
  anesthesiaReview: 2,
  emergencyProtocols: 3,
  emergencyReview: 4,
  injections: 5,
  savedSheet: 6,
  speciesNotSelected: 7,
  withoutSpecies: 8,
} as const

export type ChosenAnesthesia = NonNullable<SheetDraft['anesthesia_protocol']>
export type ChosenEmergency = NonNullable<SheetDraft['emergency_protocol']>
export type ChosenProcedure = NonNullable<SheetDraft['procedure']>

/** The steps that list records. */
export type ListStep = 0 | 1 | 3 | 5

/** What a question or a list holds up, and what follows it. */
export type GoingOn = 'export' | 'save'

export type Modal =
  | { step: Exclude<ListStep, 3> }
  /** `goingOn`: that follows once one is added. */
  | { step: 3; goingOn?: GoingOn }
  | { step: 2; choice: ChosenAnesthesia }
  | { step: 4; choice: ChosenEmergency; goingOn?: GoingOn }
  | { step: 6; sheet: SheetContent; at: string }
  | { step: 7 }
  /** Steps that need no species: questions about the whole sheet. */
  | { step: 8; ask: 'reset' }
  | { step: 8; ask: 'emergency'; goingOn: GoingOn }
  /** `unasked`: SAVE was pressed, which is a YES already. It is shown if the tablet cannot store the sheet. */
  | { step: 8; ask: 'save'; sheet: SheetContent; unasked?: true }
  /** Whose a sheet is that was saved as `before` and may be another patient's by now. */
  | { step: 8; ask: 'whose'; before: SheetContent; goingOn: GoingOn | null }
  /** Doses that are red without a reason, before EXPORT or SAVE goes on. */
  | { step: 8; ask: 'doses'; rows: readonly DoseRow[]; goingOn: GoingOn }
