import type { SheetDraft } from 'sync-protocol/records/draft'
import { weightText } from 'sync-protocol/rules/dose'
import { SpeciesPicture } from '../ui/species-picture.tsx'
import { nameOfPatient, patientOfSheet, PICTURES, type Patient } from './patient.ts'
import './patient.css'
import { patientText as text } from './patient-text.ts'

export type ChooseSheet = (patient: Patient) => void

interface OpenSheetOf {
  id: string
  sheet: SheetDraft
}

interface OpenSheetChoicesProps {
  sheets: readonly OpenSheetOf[]
  onChoose: ChooseSheet
}

/** The person's open sheets that have a patient, such as one of another tablet: chosen by one press, and never by itself. */
export function OpenSheetChoices({ sheets, onChoose }: OpenSheetChoicesProps) {
  const patients = sheets.flatMap(({ id, sheet }) => {
    const patient = patientOfSheet(sheet)
    return patient === null ? [] : [{ ...patient, sheetId: id }]
  })
  if (patients.length === 0) return null
  return (
    <fieldset className="patient-sheets">
      <legend className="field-label">{text.openSheets}</legend>
      {patients.map((patient, place) => (
        <button key={place} type="button" className="patient-sheet" onClick={() => onChoose(patient)}>
          <SpeciesPicture species={PICTURES[patient.species]} size={32} />
          <span className="drug-name">{nameOfPatient(patient) || text.noName}</span>{' '}
          <span className="tabular">{weightText(patient.weight, patient.units)}</span>
        </button>
      ))}
    </fieldset>
  )
}
