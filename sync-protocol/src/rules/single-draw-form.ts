import type { DrawContent } from '../records/draw.ts'
import { FORMS, isStorableText, type Form, type Schedule } from '../records/fields.ts'
import { NAME_MAX, QUANTITY_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import type { FormProblem } from './balance-forms.ts'
import { checkedVolume } from './balance-forms.ts'
import { mlOf, readVolume, vanishingMessage } from './ledger-volume.ts'
import type { Substance } from './substances.ts'

/** A single draw as it is typed, JSON; the volume in ml (`spec 2 §2`). */
export type SingleDrawForm = {
  /** The name of the chosen procedure, '' while there is none. */
  procedure: string
  patient_name: string
  patient_id: string
  volume: string
  form: Form
}

export const emptySingleDraw = (): SingleDrawForm => ({
  procedure: '',
  patient_name: '',
  patient_id: '',
  volume: '',
  form: 'INJECTION',
})

/** The next form in the list, after the last one the first again. */
export const nextForm = (form: Form): Form => FORMS[FORMS.indexOf(form) + 1] ?? FORMS[0]

const VOLUME = 'Volume administered'

function patientMessage(typed: string): string | null {
  const name = typed.trim()
  if (name === '') return 'Please enter the patient name.'
  if (name.length > NAME_MAX) return 'Your patient name is too long.'
  return isStorableText(name) ? null : messages.invalid('Patient name')
}

function patientIdMessage(typed: string): string | null {
  const id = typed.trim()
  if (id.length > NAME_MAX) return 'Your patient ID is too long.'
  return isStorableText(id) ? null : messages.invalid('Patient ID')
}

/** A volume that rounds to 0 is none (`spec 2 §9`). */
function volumeMessage(typed: string): string | null {
  const volume = readVolume(typed)
  if (volume === 'empty') return messages.required(VOLUME)
  if (volume === 'invalid') return messages.notANumber(VOLUME)
  if (volume <= 0) return vanishingMessage(typed, VOLUME) ?? messages.notPositive(VOLUME)
  return volume > QUANTITY_MAX * 100 ? messages.tooLarge(VOLUME) : null
}

/** The first problem of a single draw, in the order of `spec 2 §5`; null when it can be saved. */
export function checkSingleDraw(form: SingleDrawForm): FormProblem<keyof SingleDrawForm> | null {
  const found: readonly (readonly [keyof SingleDrawForm, string | null])[] = [
    ['procedure', form.procedure.trim() === '' ? 'Please select a procedure.' : null],
    ['patient_name', patientMessage(form.patient_name)],
    ['patient_id', patientIdMessage(form.patient_id)],
    ['volume', volumeMessage(form.volume)],
  ]
  for (const [field, message] of found) if (message !== null) return { field, message }
  return null
}

/**
 * The draw that a typed one is saved as, for one patient and not part of a sheet. `day` is the clinic's local day, YYYY-MM-DD.
 * @throws RangeError for a form that `checkSingleDraw` finds fault with
 */
export function singleDrawOf(
  form: SingleDrawForm,
  drug: Substance & { schedule?: Schedule | undefined },
  species: DrawContent['sheet_data']['species'],
  day: string,
): DrawContent {
  const patientId = form.patient_id.trim()
  return {
    drug_name: drug.drug_name.trim(),
    drug_concentration: drug.drug_concentration,
    drug_volume: mlOf(checkedVolume(form.volume)),
    drug_form: form.form,
    ...(drug.schedule !== undefined && { schedule: drug.schedule }),
    sheet_id: '-',
    sheet_data: {
      patient_name: form.patient_name.trim(),
      ...(patientId !== '' && { patient_id: patientId }),
      reason: form.procedure.trim(),
      species,
    },
    day,
  }
}
