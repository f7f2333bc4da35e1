import type { DoubleCheck } from 'sync-protocol/records/double-check'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { sameJson } from 'sync-protocol/records/json'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import type { Species } from 'sync-protocol/records/fields'
import type { SheetContent, WeightUnit } from 'sync-protocol/records/sheet'
import {
  changeSpecies,
  checkSheetDraft,
  emptySheetDraft,
  isStartState,
  nextOutcome,
  resetSheet,
  sheetOfDraft,
  weighedAt,
  type RememberedChoices,
  type SheetProblem,
} from 'sync-protocol/rules/sheet'
import type { Weight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { planOf, sameInKg, withoutStaleCheck } from 'sync-protocol/rules/double-check'
import { isOfRow } from 'sync-protocol/rules/row-weight'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { doseRows, isLookedAt, unexplained, withReason, type DoseRow } from 'sync-protocol/rules/sheet-guard'
import type { RefusedSheet } from '../../data/drafts/refused-sheet.ts'
import type { EarlierPrint } from '../../exports/earlier-print.ts'
import { unitOfNext } from '../../records/unit-of-next.ts'
import type { KeptQuestion } from './kept-question.ts'
import {
  MODAL_STEP,
  type ChosenEmergency,
  type ChosenProcedure,
  type GoingOn,
  type ListStep,
  type Modal,
} from './modal-steps.ts'
import { mayBeNextPatient, whoseIs } from './whose-sheet.ts'

/** All that a person enters; what it was saved as is not among it. */
const FIELDS = [
  'species',
  'name',
  'patient_id',
  'weight',
  'weight_units',
  'estimated',
  'outcome',
  'procedure',
  'anesthesia_protocol',
  'emergency_protocol',
  'injections',
  'explained',
  'check',
] as const satisfies readonly (keyof SheetDraft)[]

/** The sheet on the screen. A transition returns a new one, or the same one when nothing changes. */
export interface OpenSheet {
  readonly draft: SheetDraft
  /** What was on the screen when leaving would last have lost nothing. */
  readonly baseline: SheetDraft
  readonly remembered: RememberedChoices
  readonly error: SheetProblem | null
  readonly modal: Modal | null
  /** The last save of this sheet in this visit. */
  readonly saved: { readonly sheetId: string; readonly at: string } | null
  /** The refused sheet that this one is again, until it is saved. */
  readonly again: RefusedSheet | null
  /** Of a sheet that came back: whom it was saved for, or begun for from the list of the day. */
  readonly cameBackOf: KnownPatient | null
  /** The sheet as it stood before its weight was typed anew, perhaps as the same number. */
  readonly weighedSince: SheetDraft | null
  /** When a file was last made of it that nobody saved since. */
  readonly exportedAt: string | null
  /** The last file that was made of it on this tablet, saved or not: the next one replaces it. */
  readonly printed: EarlierPrint | null
  /** The doses without a reason with which EXPORT or SAVE went on: they are asked about once. */
  readonly goneOnWith: readonly DoseRow[]
  /** As whom (`whoseIs`) somebody said that it is the patient's still whose sheet was saved. */
  readonly sameAs: string | null
}

/** Somebody whose sheet it was. */
export interface KnownPatient extends Pick<SheetDraft, 'name' | 'patient_id' | 'weight' | 'weight_units'> {
  species: number
}

/** What is on paper of an open sheet. */
export type Paper = Pick<OpenSheet, 'exportedAt' | 'printed'>
export const NO_PAPER: Paper = { exportedAt: null, printed: null }

export function startSheet(remembered: RememberedChoices): OpenSheet {
  const draft = emptySheetDraft(remembered)
  const nothing = {
    error: null,
    modal: null,
    saved: null,
    again: null,
    cameBackOf: null,
    weighedSince: null,
    ...NO_PAPER,
    goneOnWith: [],
    sameAs: null,
  }
  return { draft, baseline: draft, remembered, ...nothing }
}

/** A draft of an earlier visit, as it was left. */
export function restoreSheet(
  remembered: RememberedChoices,
  draft: SheetDraft,
  again: RefusedSheet | null = null,
  paper: Paper = NO_PAPER,
  cameBackOf: KnownPatient | null = null,
): OpenSheet {
  return { ...startSheet(remembered), draft, again, ...paper, cameBackOf }
}

/** Another patient's: nothing was saved or exported of it. */
const OF_NOBODY = {
  error: null,
  saved: null,
  again: null,
  cameBackOf: null,
  weighedSince: null,
  ...NO_PAPER,
  goneOnWith: [],
  sameAs: null,
} as const

/** What did not change is the same object, so a keystroke costs next to nothing here. */
const sameSheet = (a: SheetDraft, b: SheetDraft) =>
  a === b || FIELDS.every((field) => sameJson(a[field] ?? null, b[field] ?? null))
const atStart = ({ draft, remembered }: OpenSheet) => draft.species === -1 && isStartState(draft, remembered)

/** True when leaving would lose something (`spec 1 §2`): the sheet differs from its start and from its last save. */
export function wouldLose(sheet: OpenSheet): boolean {
  return !sameSheet(sheet.draft, sheet.baseline) && !atStart(sheet)
}

/** True while what is on the screen is what was saved. */
export function isSaved(sheet: OpenSheet): boolean {
  return sheet.saved !== null && sameSheet(sheet.draft, sheet.baseline)
}

const edit = (sheet: OpenSheet, change: Partial<SheetDraft>): OpenSheet => ({
  ...sheet,
  draft: withoutStaleCheck(sheet.draft, { ...sheet.draft, ...change }),
  error: null,
})

export function typed(sheet: OpenSheet, field: 'name' | 'patient_id' | 'weight', value: string): OpenSheet {
  return edit(sheet, { [field]: value })
}

/** Whose sheet it was before somebody typed: it was saved, or begun from the list of the day. */
const patientBefore = ({ baseline, saved, cameBackOf }: OpenSheet): KnownPatient | null =>
  saved !== null || baseline.day_row !== undefined ? baseline : cameBackOf

/** Typed over: the patient whose sheet it was, where it is of another one by now; else null. */
function typedOver(sheet: OpenSheet): KnownPatient | null {
  const before = patientBefore(sheet)
  if (before === null || `${before.name}${before.patient_id}`.trim() === '') return null
  return /* @rule unit-of-typed-over */ !isOfRow(sheet.draft, before) ? before : null
}

/** A name or an ID. Where it makes the sheet another patient's, a number that was typed before it is in no unit yet. */
export function patientTyped(
  sheet: OpenSheet,
  field: 'name' | 'patient_id',
  value: string,
  fixed: WeightUnit | undefined,
): OpenSheet {
  const after = typed(sheet, field, value)
  const { weight, weight_units: given } = sheet.draft
  const before = typedOver(after)
  const isWeighed = weight !== before?.weight || sheet.weighedSince === sheet.baseline
  if (before === null || typedOver(sheet) !== null || !isWeighed) return after
  return edit(after, { weight_units: unitOfNext(given, before.weight_units, fixed) })
}

/**
 * The first number over an estimate that the list of the day gave: the mark ends with it, as on the scale. It is one too where
 * somebody took the mark off before: the number is the list's still.
 */
const replacesEstimate = ({ draft, baseline }: OpenSheet, weight: string): boolean =>
  (draft.estimated === true || (baseline.estimated === true && baseline.weight === draft.weight)) &&
  draft.day_row !== undefined &&
  draft.weight !== '' &&
  draft.weight !== weight

/**
 * Where the clinic weighs in one unit, the weight is in it from its first digit on; a unit that was pressed stays. Over an
 * estimate of the list of the day, and over the weight of the patient before, it is asked for again.
 */
export function weightTyped(open: OpenSheet, weight: string, fixed: WeightUnit | undefined): OpenSheet {
  const sheet = open.draft.weight === weight ? open : { ...open, weighedSince: open.baseline }
  if (replacesEstimate(sheet, weight)) {
    const { weight_units: given } = sheet.draft
    // Of a sheet that came back nobody knows whether its unit was pressed.
    const ofEstimate = sheet.baseline.day_row === undefined ? given : sheet.baseline.weight_units
    const { estimated: _, ...draft } = sheet.draft
    return edit({ ...sheet, draft }, { weight, weight_units: unitOfNext(given, ofEstimate, fixed) })
  }
  const { weight: given, weight_units: units } = sheet.draft
  const before = typedOver(sheet)
  if (before !== null && given === before.weight && given !== weight)
    return edit(sheet, { weight, weight_units: unitOfNext(units, before.weight_units, fixed) })
  const isOpen = sheet.draft.weight_units === '-' && weight !== ''
  const weighed = typed(sheet, 'weight', weight)
  return isOpen && fixed !== undefined ? edit(weighed, { weight_units: fixed }) : weighed
}

/** For this patient; the next one is only offered it. The number that is typed stays what it is. */
export function unitChosen(sheet: OpenSheet, weight_units: WeightUnit): OpenSheet {
  if (sheet.draft.weight_units === weight_units) return sheet
  return { ...edit(sheet, { weight_units }), remembered: { ...sheet.remembered, weight_units } }
}

/** What the scale said of the patient is the weight of the sheet, and no guess. */
export function rowWeightTaken(sheet: OpenSheet, { weight, units }: Weight): OpenSheet {
  const { estimated: _, ...draft } = sheet.draft
  return edit({ ...sheet, draft }, { weight, weight_units: units })
}

/** It is of another patient than the row of the day list that it was begun for: that one stays to be drawn. */
export function rowLeft(sheet: OpenSheet): OpenSheet {
  const { day_row: _, ...draft } = sheet.draft
  return { ...sheet, draft }
}

/** Asks whose the sheet is that was saved as `before`, where it may be another patient's by now and nobody said; else null. */
export function whoseAsked(
  sheet: OpenSheet,
  before: SheetContent,
  goingOn: GoingOn | null,
): OpenSheet | null {
  const { draft, again, sameAs } = sheet
  if (again !== null || draft.saved_as === null) return null
  if (/* @rule said-same */ sameAs === whoseIs(draft)) return null
  if (!mayBeNextPatient(before, draft)) return null
  return { ...sheet, error: null, modal: { step: MODAL_STEP.withoutSpecies, ask: 'whose', before, goingOn } }
}

/** It is the same patient's: what is saved corrects the sheet before. */
export const sameSaid = (sheet: OpenSheet): OpenSheet => ({ ...closed(sheet), sameAs: whoseIs(sheet.draft) })

/**
 * It is another patient's: a sheet of its own, with what was entered for this one and the plan. The weight, the ID, the paper and
 * the reasons of the patient before are not.
 */
export function otherSaid(sheet: OpenSheet): OpenSheet {
  const { modal, draft } = sheet
  if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'whose') return sheet
  const { before } = modal
  const { name, patient_id, weight, weight_units, estimated, weighed_at, procedure, injections } = draft
  const isWeighed = sheet.weighedSince === sheet.baseline || weight !== numberText(before.weight)
  const isOfBefore = before.patient_id !== undefined && patient_id.trim() === before.patient_id.trim()
  return {
    ...sheet,
    ...OF_NOBODY,
    modal: null,
    baseline: startSheet(sheet.remembered).draft,
    draft: {
      ...resetSheet(draft),
      name,
      patient_id: isOfBefore ? '' : patient_id,
      procedure,
      injections,
      .../* @rule weight-of-before */ (isWeighed && {
        weight,
        weight_units,
        ...(estimated === true && { estimated }),
        ...(weighed_at !== undefined && { weighed_at }),
      }),
    },
  }
}

/** The weight is a guess, or it is one no more: somebody weighed the patient. */
export function estimatedPressed(sheet: OpenSheet): OpenSheet {
  const { estimated, ...draft } = sheet.draft
  return { ...sheet, draft: estimated === true ? draft : { ...draft, estimated: true }, error: null }
}

/** What a press or a key made of `before`, with the time of the weight where it is another one. */
export function timed(before: OpenSheet, after: OpenSheet, at: string): OpenSheet {
  const draft = weighedAt(before.draft, after.draft, at)
  return draft === after.draft ? after : { ...after, draft }
}

export function outcomePressed(sheet: OpenSheet): OpenSheet {
  const outcome = nextOutcome(sheet.draft.outcome)
  return { ...edit(sheet, { outcome }), remembered: { ...sheet.remembered, outcome } }
}

/** What another tablet entered; what was made of the sheet to be printed and saved was made without it. */
export function followed(sheet: OpenSheet, draft: SheetDraft): OpenSheet {
  const { modal } = sheet
  const isOfBefore =
    modal?.step === MODAL_STEP.savedSheet ||
    (modal?.step === MODAL_STEP.withoutSpecies && modal.ask === 'save')
  const baseline = sheet.baseline === sheet.draft ? draft : sheet.baseline
  return { ...sheet, draft, baseline, error: null, modal: isOfBefore ? null : modal }
}

/** Another species is another patient's sheet: seven fields are wiped at once, and it was never saved. */
export function speciesPressed(sheet: OpenSheet): OpenSheet {
  return { ...sheet, ...OF_NOBODY, draft: changeSpecies(sheet.draft) }
}

/** Nobody entered anything on it but a species. */
const isBlank = ({ draft, remembered, saved, again }: OpenSheet): boolean =>
  saved === null && again === null && isStartState({ ...draft, species: -1 }, remembered)

/** A new sheet for this species; what somebody has begun stays as it is. */
export function speciesAsked(sheet: OpenSheet, species: Species): OpenSheet {
  if (/* @rule asked-species */ !isBlank(sheet)) return sheet
  const draft = { ...sheet.draft, species }
  return { ...sheet, draft, baseline: draft, error: null }
}

/** True when a step took something off the sheet that UNDO should bring back. */
export function wasWiped(before: SheetDraft, after: SheetDraft): boolean {
  const { species, weight_units, estimated, outcome, saved_as } = after
  const { estimated: _estimated, ...rest } = before
  const kept = { species, weight_units, outcome, saved_as, ...(estimated === true && { estimated }) }
  return !sameSheet({ ...rest, ...kept }, after)
}

/**
 * Brings back the sheet as it was, its unit with it: with another unit its weight were another weight. What was typed before
 * there was a species belongs to any: the species stays, or the next press would wipe it again.
 */
export function wipeUndone(sheet: OpenSheet, before: OpenSheet): OpenSheet {
  const species = before.draft.species === -1 ? sheet.draft.species : before.draft.species
  return {
    ...sheet,
    draft: { ...before.draft, species },
    saved: before.saved,
    again: before.again,
    exportedAt: before.exportedAt,
    printed: before.printed,
    error: null,
  }
}

/** What to keep in the local database; null for a sheet at its start, or one that is saved as it stands. */
export function keepable(sheet: OpenSheet): SheetDraft | null {
  return isSaved(sheet) || atStart(sheet) ? null : sheet.draft
}

/** RESET SHEET: name, ID, weight, procedure and injections go (`spec 1 §4`); what remains is the next patient's. */
export function sheetReset(sheet: OpenSheet): OpenSheet {
  const draft = resetSheet(sheet.draft)
  const baseline = wouldLose(sheet) ? emptySheetDraft(sheet.remembered) : draft
  return { ...sheet, ...OF_NOBODY, draft, baseline, modal: null }
}

/** Opens a list, or says that the species comes first; a chosen protocol opens in its review, for editing. */
export function pickerPressed(sheet: OpenSheet, step: ListStep): OpenSheet {
  const { species, anesthesia_protocol, emergency_protocol, injections } = sheet.draft
  if (species === -1) return { ...sheet, modal: { step: MODAL_STEP.speciesNotSelected } }
  if (step === MODAL_STEP.injections && injections.length >= INJECTIONS_MAX) return sheet
  if (step === MODAL_STEP.anesthesiaProtocols && anesthesia_protocol !== null)
    return { ...sheet, modal: { step: MODAL_STEP.anesthesiaReview, choice: anesthesia_protocol } }
  if (step === MODAL_STEP.emergencyProtocols && emergency_protocol !== null)
    return { ...sheet, modal: { step: MODAL_STEP.emergencyReview, choice: emergency_protocol } }
  return { ...sheet, modal: { step } }
}

/** YES to an emergency protocol: EXPORT or SAVE goes on once one is added. */
export function emergencyWanted(sheet: OpenSheet): OpenSheet {
  const { modal } = sheet
  if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'emergency') return sheet
  return opened(sheet, { step: MODAL_STEP.emergencyProtocols, goingOn: modal.goingOn })
}

/** From a list to the review of what was chosen there. */
export function emergencyReviewed(sheet: OpenSheet, choice: ChosenEmergency): OpenSheet {
  return opened(sheet, { step: MODAL_STEP.emergencyReview, choice, ...stillGoingOn(sheet) })
}

/** From the review back to the list. */
export function emergencyListed(sheet: OpenSheet): OpenSheet {
  return opened(sheet, { step: MODAL_STEP.emergencyProtocols, ...stillGoingOn(sheet) })
}

/** What waits for the emergency protocol that was asked for; null for nothing. */
export const goesOn = ({ modal }: OpenSheet): GoingOn | null =>
  modal?.step === MODAL_STEP.emergencyProtocols || modal?.step === MODAL_STEP.emergencyReview
    ? (modal.goingOn ?? null)
    : null

function stillGoingOn(sheet: OpenSheet) {
  const goingOn = goesOn(sheet)
  return goingOn === null ? {} : { goingOn }
}

export const opened = (sheet: OpenSheet, modal: Modal): OpenSheet => ({ ...sheet, modal })

export const closed = (sheet: OpenSheet): OpenSheet =>
  sheet.modal === null ? sheet : { ...sheet, modal: null }

export function procedureChosen(sheet: OpenSheet, procedure: ChosenProcedure): OpenSheet {
  return closed(edit(sheet, { procedure }))
}

/** ADD or SAVE CHANGES in a review. */
export function reviewConfirmed(sheet: OpenSheet): OpenSheet {
  if (sheet.modal?.step === MODAL_STEP.anesthesiaReview)
    return closed(edit(sheet, { anesthesia_protocol: sheet.modal.choice }))
  if (sheet.modal?.step === MODAL_STEP.emergencyReview)
    return closed(edit(sheet, { emergency_protocol: sheet.modal.choice }))
  return sheet
}

/** REMOVE in a review. */
export function reviewRemoved(sheet: OpenSheet): OpenSheet {
  if (sheet.modal?.step === MODAL_STEP.anesthesiaReview)
    return closed(edit(sheet, { anesthesia_protocol: null }))
  if (sheet.modal?.step === MODAL_STEP.emergencyReview)
    return closed(edit(sheet, { emergency_protocol: null }))
  return sheet
}

export function injectionAppended(sheet: OpenSheet, name: string): OpenSheet {
  const { injections } = sheet.draft
  return injections.length >= INJECTIONS_MAX ? sheet : edit(sheet, { injections: [...injections, name] })
}

export function injectionRemoved(sheet: OpenSheet, index: number): OpenSheet {
  return edit(sheet, { injections: sheet.draft.injections.filter((_, at) => at !== index) })
}

export const injectionsReset = (sheet: OpenSheet): OpenSheet =>
  sheet.draft.injections.length === 0 ? sheet : edit(sheet, { injections: [] })

/** Brings `before` back, and keeps what was added since where there is room for all; else it goes. */
export function injectionsBack(sheet: OpenSheet, before: SheetDraft['injections']): OpenSheet {
  const all = [...before, ...sheet.draft.injections]
  return edit(sheet, { injections: all.length <= INJECTIONS_MAX ? all : before })
}

/** When and where a sheet is made: the clinic's day, the moment, the library that its doses are judged by, and when the clinic asks for a check. */
export interface Making {
  day: string
  at: string
  lookup: LibraryLookup
  doubleCheck?: DoubleCheck | undefined
}

/** Asks about doses without a reason that were not asked about yet; null where there is none. */
function dosesAsked(sheet: OpenSheet, { lookup }: Making, goingOn: GoingOn): OpenSheet | null {
  const rows = unexplained(doseRows(sheet.draft, lookup))
  const isNew = rows.some((row) => !sheet.goneOnWith.some(isLookedAt(row)))
  const modal: Modal = { step: MODAL_STEP.withoutSpecies, ask: 'doses', rows, goingOn }
  return /* @rule doses-asked */ isNew ? { ...sheet, error: null, modal } : null
}

/** EXPORT or SAVE although doses have no reason. */
export function goneOn(sheet: OpenSheet, making: Making): OpenSheet {
  const { modal } = sheet
  if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'doses') return sheet
  const asked = { ...closed(sheet), goneOnWith: modal.rows }
  return pressed(asked, making, modal.goingOn)
}

/** Why a dose is given that is red. */
export const reasonGiven = (sheet: OpenSheet, row: DoseRow, reason: string, by: string): OpenSheet => ({
  ...sheet,
  draft: withReason(sheet.draft, row, reason, by),
})

/** Who read the scale once more, when, and what they typed. */
export interface SecondReading {
  by: string
  name: string
  at: string
  read: Weight
}

/**
 * The check by a second person, where what they typed is the same in kg as the weight of the sheet, or as what was typed once
 * more for it; else the same sheet.
 */
export function doubleChecked(
  sheet: OpenSheet,
  { read, ...second }: SecondReading,
  again: Weight | null,
): OpenSheet {
  const { weight, weight_units: units } = sheet.draft
  const first = again ?? (units === '-' ? null : { weight, units })
  if (first === null || /* @rule check-counts */ !sameInKg(first, read)) return sheet
  const weighed = unitChosen(
    first.weight === weight ? sheet : typed(sheet, 'weight', first.weight),
    first.units,
  )
  const check = { ...second, weight: read.weight, weight_units: read.units, plan: planOf(weighed.draft) }
  return { ...weighed, draft: { ...weighed.draft, check } }
}

/** NO to an emergency protocol: what came from another tablet meanwhile is looked at as EXPORT and SAVE do. */
export function wentWithoutEmergency(sheet: OpenSheet, making: Making): OpenSheet {
  const { modal } = sheet
  if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'emergency') return sheet
  const { goingOn } = modal
  const error = checkSheetDraft(sheet.draft)
  if (error !== null) return { ...sheet, error, modal: null }
  return dosesAsked(sheet, making, goingOn) ?? wentOn(sheet, making, goingOn)
}

/**
 * EXPORT or SAVE: the first thing that is wrong, else the question about doses without a reason, else the one about an emergency
 * protocol, else what was pressed.
 */
export function pressed(sheet: OpenSheet, making: Making, goingOn: GoingOn): OpenSheet {
  const error = checkSheetDraft(sheet.draft)
  if (error !== null) return { ...sheet, error, modal: null }
  const asked = dosesAsked(sheet, making, goingOn)
  if (asked !== null) return asked
  if (sheet.draft.emergency_protocol === null)
    return { ...sheet, error, modal: { step: MODAL_STEP.withoutSpecies, ask: 'emergency', goingOn } }
  return wentOn(sheet, making, goingOn)
}

export const exportPressed = (sheet: OpenSheet, making: Making): OpenSheet => pressed(sheet, making, 'export')
export const savePressed = (sheet: OpenSheet, making: Making): OpenSheet => pressed(sheet, making, 'save')

const wentOn = (sheet: OpenSheet, making: Making, goingOn: GoingOn): OpenSheet =>
  goingOn === 'export' ? exportWindowOpened(sheet, making) : saveAsked(sheet, making)

/** 'Save Anesthesia Sheet?', with the sheet as it is made now. */
export const saveAsked = (sheet: OpenSheet, making: Making): OpenSheet =>
  opened(
    { ...sheet, error: null },
    {
      step: MODAL_STEP.withoutSpecies,
      ask: 'save',
      sheet: sheetMade(sheet, making),
    },
  )

/** A question that was open when the page went, about the sheet as it is by now. */
export function askedAgain(sheet: OpenSheet, making: Making, question: KeptQuestion): OpenSheet {
  if (sheet.modal !== null || checkSheetDraft(sheet.draft) !== null) return sheet
  if (question === 'save') return saveAsked(sheet, making)
  if (sheet.draft.emergency_protocol !== null) return sheet
  const goingOn = question === 'emergency/save' ? 'save' : 'export'
  return opened(sheet, { step: MODAL_STEP.withoutSpecies, ask: 'emergency', goingOn })
}

/** The sheet that is to be saved, asked about or not; null where there is none. */
export const toSave = ({ modal }: OpenSheet) =>
  modal?.step === MODAL_STEP.withoutSpecies && modal.ask === 'save' ? modal : null

/** The sheet is made here, once: what is printed is what is saved. One that was refused keeps its day. */
export function exportWindowOpened(sheet: OpenSheet, making: Making): OpenSheet {
  return { ...sheet, modal: { step: MODAL_STEP.savedSheet, sheet: sheetMade(sheet, making), at: making.at } }
}

const sheetMade = ({ draft, again }: OpenSheet, { day, lookup, doubleCheck }: Making) =>
  sheetOfDraft(draft, again?.day ?? day, lookup, doubleCheck)

/** A file of it was made. */
export const exported = (sheet: OpenSheet, printed: EarlierPrint): OpenSheet => ({
  ...sheet,
  printed,
  exportedAt: isSaved(sheet) ? sheet.exportedAt : printed.at,
})

/** Asks whether to save, unless what is on the screen is saved. */
export function exportWindowClosed(sheet: OpenSheet): OpenSheet {
  if (sheet.modal?.step !== MODAL_STEP.savedSheet) return sheet
  if (isSaved(sheet)) return closed(sheet)
  return { ...sheet, modal: { step: MODAL_STEP.withoutSpecies, ask: 'save', sheet: sheet.modal.sheet } }
}

/** After the save: `draft` is what was on the screen when it was asked for. A list that was opened meanwhile stays open. */
export function sheetSaved(sheet: OpenSheet, draft: SheetDraft, sheetId: string, at: string): OpenSheet {
  return {
    ...(toSave(sheet) === null ? sheet : closed(sheet)),
    draft: { ...sheet.draft, saved_as: sheetId },
    baseline: { ...draft, saved_as: sheetId },
    saved: { sheetId, at },
    again: null,
    exportedAt: null,
    sameAs: null,
  }
}

export function usesControlled(sheet: SheetContent): boolean {
  return sheet.anesthesia_protocol.sections.some((section) =>
    section.drugs.some((drug) => drug.controlled === true),
  )
}
