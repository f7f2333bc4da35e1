import { useMemo, useState, type ReactNode } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { nameOfPatient, patientOfSheet, type EmergencyPatient } from './emergency-patient.ts'
import './emergency.css'
import type { ChooseSheet } from './open-sheet-choices.tsx'
import { PatientDoses } from './patient-doses.tsx'
import { PatientSteps } from './patient-steps.tsx'

interface EmergencyScreenProps {
  /** This tablet's open sheet: null where there is none, undefined until that is known. */
  sheet: SheetDraft | null | undefined
  /** The person's other open sheets. */
  renderOthers: (onChoose: ChooseSheet) => ReactNode
}

/** The emergency doses for the patient of the open sheet, or for one whose weight is entered here. It writes nothing. */
export function EmergencyScreen({ sheet, renderOthers }: EmergencyScreenProps) {
  const [entered, setEntered] = useState<EmergencyPatient | null>(null)
  const [isAsking, setAsking] = useState(false)
  const ofSheet = useMemo(() => (sheet ? patientOfSheet(sheet) : null), [sheet])
  if (sheet === undefined) return null
  const patient = entered ?? (isAsking ? null : ofSheet)
  if (patient === null)
    return (
      <div className="page now">
        <PatientSteps
          species={isAsking ? -1 : (sheet?.species ?? -1)}
          onGo={setEntered}
          others={ofSheet === null && renderOthers(setEntered)}
          back={ofSheet && { name: nameOfPatient(ofSheet), onPress: () => setAsking(false) }}
        />
      </div>
    )
  const other = () => {
    setEntered(null)
    setAsking(true)
  }
  return (
    <div className="page now">
      {/* What is open and chosen is of one patient. */}
      <PatientDoses key={`${patient.species} ${entered !== null}`} patient={patient} onOther={other} />
    </div>
  )
}
