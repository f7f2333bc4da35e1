import type { SheetDraft } from '../records/draft.ts'
import type { DrawContent } from '../records/draw.ts'
import { isStorableText } from '../records/fields.ts'
import { sameJson } from '../records/json.ts'
import { INJECTIONS_MAX, NAME_MAX, QUANTITY_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import type { DoubleCheck } from '../records/double-check.ts'
import {
  type Outcome,
  OUTCOMES,
  type SheetContent,
  type SheetDrug,
  type SheetEmergencyDrug,
} from '../records/sheet.ts'
import { drugVolume, fluidVolume, readWeight, type Weight } from './dose.ts'
import { SYRINGE_ML } from './dose-guard.ts'
import { isCheckAsked, keptCheck } from './double-check.ts'
import { numberOf, numberText, readNumber } from './number-input.ts'
import { doseRows, NO_LIBRARY, withGuards } from './sheet-guard.ts'
import { emergencyProtocolOfSheet, protocolOfSheet } from './sheet-protocols.ts'
import { agrees, agreesWithItself } from './stored-volume.ts'

/**
 * What a person chose last; a browser that has none starts with N/A and '-' (`spec 1 §4`). The unit is only offered again: an
 * open sheet holds one once it was pressed for its patient, or 22 lb after a patient in kg would be taken for 22 kg.
 */
export interface RememberedChoices {
  outcome: Outcome
  weight_units: SheetDraft['weight_units']
}

export function emptySheetDraft({ outcome }: Pick<RememberedChoices, 'outcome'>): SheetDraft {
  return {
    kind: 'sheet',
    species: -1,
    name: '',
    patient_id: '',
    weight: '',
    weight_units: /* @rule new-unit */ '-',
    outcome,
    procedure: null,
    anesthesia_protocol: null,
    emergency_protocol: null,
    injections: [],
    saved_as: null,
  }
}

/** A sheet of a patient of whom nobody weighed or guessed anything. */
function withoutWeighing(draft: SheetDraft): SheetDraft {
  const { estimated: _estimated, weighed_at: _at, ...rest } = draft
  return rest
}

/** Of an open sheet whose weight or unit is another one than `before`, that it was changed `at` this instant. */
export function weighedAt(before: SheetDraft, draft: SheetDraft, at: string): SheetDraft {
  if (draft.weight === before.weight && draft.weight_units === before.weight_units) return draft
  const { weighed_at: _at, ...rest } = draft
  return draft.weight.trim() === '' ? rest : { ...rest, weighed_at: at }
}

/** Nothing but the remembered choices, or what belongs to a weight without one: there is nothing to lose. */
export function isStartState(draft: SheetDraft, remembered: RememberedChoices): boolean {
  return sameJson({ ...withoutWeighing(draft), weight_units: '-' }, emptySheetDraft(remembered))
}

/** None, canine, feline, canine (`spec 1 §4`). */
export const nextSpecies = (species: SheetDraft['species']): 0 | 1 => (species === 0 ? 1 : 0)

/** The next in the list, after the last one 'N/A' again. */
export const nextOutcome = (outcome: Outcome): Outcome =>
  OUTCOMES[OUTCOMES.indexOf(outcome) + 1] ?? OUTCOMES[0]

/** RESET SHEET: species, both protocols and outcome stay (`spec 1 §4`). What is typed next is another sheet, in its own unit. */
export function resetSheet(draft: SheetDraft): SheetDraft {
  const patient = /* @rule reset-unit */ { name: '', patient_id: '', weight: '', weight_units: '-' } as const
  // A reason was given for one patient, and one patient was weighed; the row of the day and the sheet before are one patient's,
  // and so is the sheet that was taken over.
  const {
    explained: _explained,
    check: _check,
    day_row: _row,
    copied_from: _copied,
    taken_from: _taken,
    ...rest
  } = /* @rule reset-weighing */ withoutWeighing(draft)
  return { .../* @rule reset-reasons */ rest, ...patient, procedure: null, injections: [], saved_as: null }
}

/** The next species; all that was typed and chosen for the other one goes, and its unit; the outcome stays (`spec 1 §4`). */
export function changeSpecies(draft: SheetDraft): SheetDraft {
  return {
    ...resetSheet(draft),
    species: nextSpecies(draft.species),
    anesthesia_protocol: null,
    emergency_protocol: null,
  }
}

export type SheetField =
  'species' | 'procedure' | 'anesthesia_protocol' | 'name' | 'patient_id' | 'weight' | 'weight_units'

export interface SheetProblem {
  field: SheetField
  message: string
}

function nameMessage(typed: string): string | null {
  const name = typed.trim()
  if (name.length > NAME_MAX) return 'Your patient name is too long.'
  if (name === '') return 'Please enter the patient name.'
  return isStorableText(name) ? null : messages.invalid('Patient name')
}

function patientIdMessage(typed: string): string | null {
  const id = typed.trim()
  if (id.length > NAME_MAX) return 'Your patient ID is too long.'
  return isStorableText(id) ? null : messages.invalid('Patient ID')
}

function weightMessage(typed: string): string | null {
  const read = readNumber(typed)
  if (read === 'empty') return 'Please enter the patient weight.'
  if (read === 'invalid') return 'Patient weight is an invalid number.'
  if (numberOf(read) <= 0) return 'Patient weight must be greater than zero.'
  return readWeight(typed) === null
    ? 'Your patient weight is too large! Are you sure you entered it correctly?'
    : null
}

/** What keeps a weight from being computed with: first its number, then its unit (`spec 1 §5`). */
export function checkWeight({
  weight,
  weight_units,
}: Pick<SheetDraft, 'weight' | 'weight_units'>): SheetProblem | null {
  const message = weightMessage(weight)
  if (message !== null) return { field: 'weight', message }
  return weight_units === '-' ? { field: 'weight_units', message: 'Please select the weight units.' } : null
}

/** A controlled drug whose volume (ml) no draw can hold: the sheet would be saved here and refused by the server. */
function tooMuchToDraw(draft: SheetDraft): SheetProblem | null {
  const { weight, weight_units: units, anesthesia_protocol: protocol } = draft
  if (units === '-' || !protocol) return null
  const drug = protocol.content.sections
    .flatMap(({ drugs }) => drugs)
    .find(({ controlled, dosage, concentration }) => {
      const volume = controlled ? drugVolume({ weight, units, dosage, concentration }) : null
      return volume !== null && volume.value > QUANTITY_MAX
    })
  if (!drug) return null
  const message = `The volume of ${drug.name} is too large! Please check the weight, its dosage and its concentration.`
  return { field: 'anesthesia_protocol', message }
}

/** The first problem of an open sheet, in the order of `spec 1 §5`; the unit, without which there is no volume, and then the volumes come last. */
export function checkSheetDraft(draft: SheetDraft): SheetProblem | null {
  const found: readonly (readonly [SheetField, string | null])[] = [
    ['species', draft.species === -1 ? "Please select your patient's species." : null],
    ['procedure', draft.procedure === null ? 'Please assign a procedure to your patient.' : null],
    [
      'anesthesia_protocol',
      draft.anesthesia_protocol === null ? 'Please assign an anesthesia protocol to your patient.' : null,
    ],
    ['name', nameMessage(draft.name)],
    ['patient_id', patientIdMessage(draft.patient_id)],
  ]
  for (const [field, message] of found) if (message !== null) return { field, message }
  return checkWeight(draft) ?? tooMuchToDraw(draft)
}

/**
 * The sheet that an open one is saved and printed as (`spec 1 §3`). `day` is the clinic's local day, YYYY-MM-DD; `lookup` has the
 * library's drugs of its species, which its doses are judged by; `policy` says when the clinic asks for a check.
 * @throws RangeError for a draft that `checkSheetDraft` finds fault with
 */
export function sheetOfDraft(
  draft: SheetDraft,
  day: string,
  lookup = NO_LIBRARY,
  policy?: DoubleCheck,
): SheetContent {
  const { species, procedure, anesthesia_protocol, emergency_protocol, weight_units: units } = draft
  const kept = readWeight(draft.weight)
  if (species === -1 || !procedure || !anesthesia_protocol || kept === null || units === '-')
    throw new RangeError('this sheet is not complete')
  const weight = { weight: draft.weight, units }
  const patientId = draft.patient_id.trim()
  const rows = doseRows(draft, lookup)
  const sheet: SheetContent = {
    species,
    procedure: procedure.content,
    anesthesia_protocol: protocolOfSheet(anesthesia_protocol.content, weight),
    ...(emergency_protocol && {
      emergency_protocol: emergencyProtocolOfSheet(emergency_protocol.content, weight),
    }),
    name: draft.name.trim(),
    ...(patientId !== '' && { patient_id: patientId }),
    weight: numberOf(kept),
    weight_units: units,
    ...(draft.estimated === true && { estimated: true }),
    ...(draft.weighed_at !== undefined && { weighed_at: draft.weighed_at }),
    ...keptCheck(draft, isCheckAsked(policy, rows)),
    outcome: draft.outcome,
    injections: draft.injections.slice(0, INJECTIONS_MAX),
    day,
    ...(draft.day_row !== undefined && { day_row: draft.day_row }),
    ...(draft.saved_as !== null && /* @rule sheet-corrects */ { corrects: draft.saved_as }),
  }
  return withGuards(sheet, rows)
}

export const procedureName = (procedure: SheetContent['procedure']): string =>
  typeof procedure === 'string' ? procedure : procedure.name

/** Where the print says '<0.01' the exact volume. */
const drawnOf = ({ volume, volume_exact: exact }: SheetDrug): number =>
  volume === 0 ? (exact ?? volume) : volume

/**
 * One draw for each controlled drug of the anesthesia protocol, also when it is given twice, with the volume in ml that the
 * sheet prints; emergency drugs are not given by default and make none (`spec 2 §3`). Where the print says '<0.01' the exact
 * volume is kept and a measured one is asked for.
 */
export function drawsOfSheet(sheet: SheetContent, sheetId: string): DrawContent[] {
  const drugs = sheet.anesthesia_protocol.sections.flatMap((section) => section.drugs)
  return drugs
    .filter((drug) => drug.controlled === true)
    .map((drug) => ({
      drug_name: drug.name,
      drug_concentration: drug.concentration,
      drug_volume: drawnOf(drug),
      drug_form: drug.form ?? 'INJECTION',
      ...(drug.schedule === undefined ? {} : { schedule: drug.schedule }),
      sheet_id: sheetId,
      sheet_data: {
        patient_name: sheet.name,
        ...(sheet.patient_id === undefined ? {} : { patient_id: sheet.patient_id }),
        reason: procedureName(sheet.procedure),
        species: sheet.species,
      },
      ...(drug.volume === 0 && { enter_measured_volume: true as const }),
      day: sheet.day,
    }))
}

const weightOf = ({ weight, weight_units: units }: SheetContent): Weight => ({
  weight: numberText(weight),
  units,
})

/** True when the volume (ml) is the one that weight, dosage and concentration give. Without a dosage it follows from nothing. */
const drugFollows = (
  { dosage, concentration, volume, volume_exact: exact }: SheetDrug,
  weight: Weight,
): boolean =>
  dosage !== undefined && agrees({ volume, exact }, drugVolume({ ...weight, dosage, concentration }))

/** More than one syringe holds, and nobody was told: this product says so on the sheet itself. */
const isUntoldlyLarge = ({ volume_low, volume_high, guard }: SheetEmergencyDrug): boolean =>
  Math.max(volume_low, volume_high) > SYRINGE_ML && !guard?.kinds.includes('syringe')

/** Both printed alike can still be the wrong way round. */
const isLowFirst = (drug: SheetEmergencyDrug): boolean =>
  drug.volume_low <= drug.volume_high &&
  /* @rule exact-low-first */ !(
    drug.volume_low_exact !== undefined &&
    drug.volume_high_exact !== undefined &&
    drug.volume_low_exact > drug.volume_high_exact
  )

/**
 * True when every volume (ml) of a sheet is the one that its weight, dosages, concentrations and rates give. One without its
 * dosage or rate follows from nothing. Emergency drugs never carry theirs: their volumes must be rounded as ours are and agree
 * with their own exact ones, the low one must not be above the high one, and one above 20 ml must be pointed out on the sheet.
 */
export function checkVolumes(sheet: SheetContent): boolean {
  const weight = weightOf(sheet)
  const { sections, fluids } = sheet.anesthesia_protocol
  const drugs = sections.flatMap((section) => section.drugs).every((drug) => drugFollows(drug, weight))
  const given = fluids.every(
    ({ rate, volume, volume_exact: exact }) =>
      rate !== undefined && agrees({ volume, exact }, fluidVolume({ ...weight, rate })),
  )
  const emergency = (sheet.emergency_protocol?.drugs ?? []).every(
    (drug) =>
      agreesWithItself({ volume: drug.volume_low, exact: drug.volume_low_exact }) &&
      agreesWithItself({ volume: drug.volume_high, exact: drug.volume_high_exact }) &&
      isLowFirst(drug) &&
      /* @rule untold-large */ !isUntoldlyLarge(drug),
  )
  return drugs && given && emergency
}

/** True when a draw is of a drug of the sheet that it was saved with, at the volume (ml) that follows from that sheet's weight and dosage. */
export function drawFollows(draw: DrawContent, sheet: SheetContent): boolean {
  const weight = weightOf(sheet)
  return sheet.anesthesia_protocol.sections
    .flatMap((section) => section.drugs)
    .some(
      (drug) =>
        drug.name === draw.drug_name &&
        drug.concentration === draw.drug_concentration &&
        drawnOf(drug) === draw.drug_volume &&
        drugFollows(drug, weight),
    )
}
