import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { largeWeight } from 'sync-protocol/rules/dose'
import { now } from '../data/database/time.ts'
import { recentSheets } from '../data/view/recent-sheets.ts'
import { SpeciesPicture } from '../ui/species-picture.tsx'
import { nameOfPatient, patientOfSaved, patientOfSheet, pictureOf, type Patient } from './patient.ts'
import './patient.css'
import { patientText as text } from './patient-text.ts'
import { useBesideSaved } from './saved-beside.ts'

export type ChooseSheet = (patient: Patient) => void

interface OpenSheetOf {
  id: string
  sheet: SheetDraft
  /** Who has it open, where that is a colleague. */
  by?: string
}

interface OpenSheetChoicesProps {
  sheets: readonly OpenSheetOf[]
  onChoose: ChooseSheet
}

/** Open sheets that have a patient, such as one of another tablet or of a colleague: chosen by one press, and never by itself. */
export function OpenSheetChoices({ sheets, onChoose }: OpenSheetChoicesProps) {
  const patients = sheets.flatMap(({ id, sheet, by }): Offered[] => {
    const patient = patientOfSheet(sheet)
    return patient === null ? [] : [{ patient: { ...patient, sheetId: id }, by }]
  })
  return <Choices title={text.openSheets} {...{ patients, onChoose }} />
}

/** Patients whose sheets are saved, such as those in recovery. */
export function SavedSheetChoices({ onChoose }: { onChoose: ChooseSheet }) {
  const sheets = useLiveQuery(() => recentSheets(now()), [])
  const beside = useBesideSaved()
  const patients = (sheets ?? []).flatMap(({ _id, content }): Offered[] => {
    const patient = content === null ? null : patientOfSaved(_id, content)
    const isCorrected = beside(_id)?.isCorrection === true
    return patient === null ? [] : [{ patient, by: isCorrected ? text.correctedLater : undefined }]
  })
  return <Choices title={text.savedSheets} {...{ patients, onChoose }} />
}

interface Offered {
  patient: Patient
  /** Who has it open, or that it was corrected later. */
  by?: string | undefined
}

interface ChoicesProps {
  title: string
  patients: readonly Offered[]
  onChoose: ChooseSheet
}

/** Where they would push the keys of the weight out of sight, the first ones stand for all. */
function Choices({ title, patients, onChoose }: ChoicesProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const showAll = () => {
    setAll(true)
    // The button that had the focus goes.
    list.current?.querySelector('button')?.focus()
  }
  if (patients.length === 0) return null
  return (
    <fieldset
      className="patient-sheets"
      data-all={all || undefined}
      data-two={patients.length === 2 || undefined}
      ref={list}
    >
      <legend className="field-label">{title}</legend>
      {patients.map(({ patient, by }, place) => (
        <button key={place} type="button" className="patient-sheet" onClick={() => onChoose(patient)}>
          <SpeciesPicture species={pictureOf(patient.species)} size={32} />
          <span className="drug-name">{nameOfPatient(patient) || text.noName}</span>{' '}
          <span className="tabular">{largeWeight(patient.weight, patient.units, patient.estimated)}</span>
          {by !== undefined && <span className="quiet small"> {by}</span>}
        </button>
      ))}
      {patients.length > 1 && !all && (
        <button type="button" className="patient-more" onClick={showAll}>
          {text.showAll(patients.length)}
        </button>
      )}
    </fieldset>
  )
}
