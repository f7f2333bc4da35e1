import { drawContent, drawnSubstance, patientIn, type DrawContent } from 'sync-protocol/records/draw'
import { day as dayField, FORMS } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { typedText } from 'sync-protocol/rules/plain-fields'
import { emptySingleDraw, type SingleDrawForm } from 'sync-protocol/rules/single-draw-form'
import { newId } from '../../data/database/ids.ts'
import type { KeptForm, NewForm } from '../../data/drafts/kept-forms.ts'
import type { ListedSubstance } from '../../data/lists/substances.ts'
import type { Species } from '../../paths.ts'

// A type and not an interface: what is typed is kept as JSON.
export type DrawValues = SingleDrawForm & {
  /** A draw was saved out of this form before: the next save asks. */
  saved: boolean
}

type PatientSpecies = DrawContent['sheet_data']['species']

/** How the form of a single draw is opened. */
export interface DrawOpening {
  species: Species
  substance: ListedSubstance
  /** Of the draw that will be made. */
  _id: string
  values: DrawValues
  /** Of a refused draw: the clinic's day on which it was drawn, YYYY-MM-DD. */
  day?: string
  /** What was typed before and not saved. */
  kept?: KeptForm
}

export const openNew = (species: Species, substance: ListedSubstance): DrawOpening => ({
  species,
  substance,
  _id: newId(),
  values: { ...emptySingleDraw(), saved: false },
})

function substanceOf(content: JsonObject): ListedSubstance {
  const { drug_name, drug_concentration, schedule } = drawnSubstance.parse(content)
  return { drug_name, drug_concentration, ...(schedule !== undefined && { schedule }) }
}

/** A refused draw stays one of its own day, whenever it is saved again. */
function dayOf({ refused, start, intended }: KeptForm): { day?: string } {
  const read = dayField.safeParse(fieldsOf<DrawContent>(start ?? intended).day)
  return refused !== undefined && read.success ? { day: read.data } : {}
}

/** What a refused change wanted to save, as it is typed; it may have been refused for what it is. */
function typedAs(content: JsonObject): SingleDrawForm {
  const { drug_volume, drug_form } = fieldsOf<DrawContent>(content)
  const { reason, patient_name, patient_id } = patientIn(content)
  return {
    procedure: typedText(reason),
    patient_name: typedText(patient_name),
    patient_id: typedText(patient_id),
    volume: typedText(drug_volume),
    form: FORMS.find((form) => form === drug_form) ?? 'INJECTION',
  }
}

/**
 * A form that is not saved yet, as it was left.
 * @throws ZodError for one that names no drug
 */
export function openKept(kept: KeptForm): DrawOpening {
  const { species, _id, start, intended } = kept
  const empty = { ...emptySingleDraw(), ...(intended && typedAs(intended)), saved: false }
  const values = { ...empty, ...kept.values }
  return { species, _id, substance: substanceOf(start ?? intended ?? {}), values, ...dayOf(kept), kept }
}

/** The patient's species; of a refused draw the one that it came with, which may be neither of the two lists. */
export function patientSpecies({ species, kept }: DrawOpening): PatientSpecies {
  const read = drawContent.shape.sheet_data.shape.species.safeParse(patientIn(kept?.intended).species)
  return read.success ? read.data : species
}

/** The sheet that a refused draw came from; null where it is none of a sheet. */
export function sheetOf({ kept }: DrawOpening): string | null {
  const sheet = drawContent.shape.sheet_id.safeParse(fieldsOf<DrawContent>(kept?.intended).sheet_id)
  return sheet.success && sheet.data !== '-' ? sheet.data : null
}

/** A completed draw belongs where it belonged: to its sheet. It still asks for a measured volume where it did. */
export function asParked(draw: DrawContent, { kept }: DrawOpening): DrawContent {
  const { sheet_id, enter_measured_volume } = fieldsOf<DrawContent>(kept?.intended)
  const sheet = drawContent.shape.sheet_id.safeParse(sheet_id)
  return {
    ...draw,
    ...(sheet.success && { sheet_id: sheet.data }),
    ...(enter_measured_volume === true && { enter_measured_volume }),
  }
}

/** The same with another drug, where it names none that could be drawn. */
export function withSubstance(kept: KeptForm, substance: ListedSubstance): KeptForm {
  const { day } = dayOf(kept)
  return { ...kept, start: { ...substance, ...(day !== undefined && { day }) } }
}

export const namesDrug = ({ start, intended }: KeptForm): boolean =>
  drawnSubstance.safeParse(start ?? intended).success

/** What the tablet keeps of a form until it is saved. */
export const asKept = (
  { species, substance, day, kept }: DrawOpening,
  name: Pick<NewForm, '_id' | 'refused'>,
  values: DrawValues,
): NewForm => ({
  ...name,
  collection: 'draws',
  mode: 'create',
  species,
  ...(name.refused !== undefined && kept?.intended && { intended: kept.intended }),
  ...(name.refused !== undefined && kept?.completes && { completes: kept.completes }),
  start: { ...substance, ...(day !== undefined && { day }) },
  values,
  name: values.patient_name,
})
