import { useMemo, useState, type ReactNode } from 'react'
import { usePatientHere, type Followed } from '../../records/changed-patient.ts'
import { nameOfPatient, patientOfSheet, type Patient, type SheetAtHand } from '../../records/patient.ts'
import './emergency.css'
import { emergencyText } from './emergency-text.ts'
import type { ChooseSheet } from '../../records/open-sheet-choices.tsx'
import { PatientDoses } from './patient-doses.tsx'
import { PatientSteps } from '../../records/patient-steps.tsx'

interface EmergencyScreenProps {
  userId: string
  /** This tablet's open sheet: null where there is none, undefined until that is known. */
  sheet: SheetAtHand | null | undefined
  /** Its id; null before its first write. */
  ownId: string | null
  /** Other open sheets, and those that were saved lately. */
  renderOthers: (onChoose: ChooseSheet) => ReactNode
  /** What the sheet of a patient who was chosen says by now. */
  follow: (patient: Patient) => Followed
  /** What starts CPR for this patient. */
  renderCode: (patient: Patient) => ReactNode
  /** Codes that go on. */
  running: ReactNode
  /** Codes that are over: below all that is needed now. */
  over: ReactNode
}

/** The emergency doses for the patient of the open sheet, or for one whose weight is entered here. Only a code writes anything. */
export function EmergencyScreen({
  userId,
  sheet,
  ownId,
  renderOthers,
  follow,
  renderCode,
  running,
  over,
}: EmergencyScreenProps) {
  const [entered, setEntered] = useState<Patient | null>(null)
  const [isAsking, setAsking] = useState(false)
  const ofSheet = useMemo(() => (sheet ? patientOfSheet(sheet) : null), [sheet])
  const followed = useMemo(() => entered && follow(entered), [entered, follow])
  const atHand =
    isAsking || sheet === undefined
      ? null
      : (ofSheet ?? (sheet && sheet.put_away !== true ? 'changing' : 'ended'))
  const here = usePatientHere(
    entered === null ? atHand : followed,
    entered === null ? { screen: 'emergency', userId, sheetId: ownId } : null,
    follow,
  )
  if (sheet === undefined) return null
  const patient = here.patient ?? entered
  const choose = (chosen: Patient) => {
    here.forget()
    setEntered(chosen)
  }
  if (patient === null)
    return (
      <div className="page now below-toasts">
        {running}
        <PatientSteps
          species={isAsking ? -1 : (sheet?.species ?? -1)}
          go={emergencyText.go}
          onGo={choose}
          others={renderOthers(choose)}
          back={ofSheet && { name: nameOfPatient(ofSheet), onPress: () => setAsking(false) }}
        />
        {over}
      </div>
    )
  const other = () => {
    here.forget()
    setEntered(null)
    setAsking(true)
  }
  return (
    <div className="page now below-toasts">
      {running}
      {/* What is open and chosen is of one patient. */}
      <PatientDoses
        key={`${patient.species} ${entered !== null}`}
        {...{ patient, renderCode }}
        change={here.change}
        onOther={other}
      />
      {over}
    </div>
  )
}
