import { useMemo, useState, type ReactNode } from 'react'
import { nameOfPatient, patientOfSheet, type Patient, type SheetAtHand } from '../../records/patient.ts'
import './emergency.css'
import { emergencyText } from './emergency-text.ts'
import type { ChooseSheet } from '../../records/open-sheet-choices.tsx'
import { PatientDoses } from './patient-doses.tsx'
import { PatientSteps } from '../../records/patient-steps.tsx'

interface EmergencyScreenProps {
  /** This tablet's open sheet: null where there is none, undefined until that is known. */
  sheet: SheetAtHand | null | undefined
  /** Other open sheets, and those that were saved lately. */
  renderOthers: (onChoose: ChooseSheet) => ReactNode
  /** A patient who was chosen, as the open sheet says by now. */
  asOpen: (patient: Patient) => Patient
  /** What starts CPR for this patient. */
  renderCode: (patient: Patient) => ReactNode
  /** Codes that go on. */
  running: ReactNode
}

/** The emergency doses for the patient of the open sheet, or for one whose weight is entered here. Only a code writes anything. */
export function EmergencyScreen({ sheet, renderOthers, asOpen, renderCode, running }: EmergencyScreenProps) {
  const [entered, setEntered] = useState<Patient | null>(null)
  const [isAsking, setAsking] = useState(false)
  const chosen = useMemo(() => entered && asOpen(entered), [entered, asOpen])
  const ofSheet = useMemo(() => (sheet ? patientOfSheet(sheet) : null), [sheet])
  if (sheet === undefined) return null
  const patient = chosen ?? (isAsking ? null : ofSheet)
  if (patient === null)
    return (
      <div className="page now below-toasts">
        {running}
        <PatientSteps
          species={isAsking ? -1 : (sheet?.species ?? -1)}
          go={emergencyText.go}
          onGo={setEntered}
          others={renderOthers(setEntered)}
          back={ofSheet && { name: nameOfPatient(ofSheet), onPress: () => setAsking(false) }}
        />
      </div>
    )
  const other = () => {
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
        onOther={other}
      />
    </div>
  )
}
