import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { setsDown } from '../../paths.ts'
import type { ChooseSheet } from '../../records/open-sheet-choices.tsx'
import { usePatientHere, type Followed } from '../../records/changed-patient.ts'
import { nameOfPatient, patientOfSheet, type Patient, type SheetAtHand } from '../../records/patient.ts'
import { PatientSteps } from '../../records/patient-steps.tsx'
import { calculatorText as text } from './calculator-text.ts'
import './calculator.css'
import { forgetCalculation, forgetEntered, keepEntered, readEntered } from './kept-calculation.ts'
import { PatientCalculation } from './patient-calculation.tsx'

interface CalculatorScreenProps {
  userId: string
  /** This tablet's open sheet: null where there is none. */
  sheet: SheetAtHand | null
  /** Its id; null before its first write. */
  ownId: string | null
  /** The person's other open sheets, and those that were saved lately. */
  renderOthers: (onChoose: ChooseSheet) => ReactNode
  /** What the sheet of a patient who was chosen says by now. */
  follow: (patient: Patient) => Followed
}

/** Infusions and fluids for the patient of the open sheet, or for one whose weight is entered here. It saves no record. */
export function CalculatorScreen({ userId, sheet, ownId, renderOthers, follow }: CalculatorScreenProps) {
  const [entered, setEntered] = useState(() => readEntered(userId))
  const [isAsking, setAsking] = useState(false)
  const ofSheet = useMemo(() => (sheet ? patientOfSheet(sheet) : null), [sheet])
  useEffect(
    () => () => {
      // Who comes back later, perhaps with another patient, enters a weight anew. A reload, and a look at EMERGENCY, keep it.
      if (!setsDown(location.pathname)) forgetEntered(userId)
    },
    [userId],
  )
  const followed = useMemo(() => entered && follow(entered), [entered, follow])
  const atHand = isAsking ? null : (ofSheet ?? (sheet && sheet.put_away !== true ? 'changing' : 'ended'))
  const here = usePatientHere(
    entered === null ? atHand : followed,
    entered === null ? { screen: 'calculator', userId, sheetId: ownId } : null,
    follow,
  )
  const patient = here.patient ?? entered
  const go = (chosen: Patient) => {
    here.forget()
    forgetCalculation(userId)
    keepEntered(userId, chosen)
    setEntered(chosen)
    setAsking(false)
  }
  const other = () => {
    here.forget()
    forgetEntered(userId)
    setEntered(null)
    setAsking(true)
  }
  return (
    <div className="page calc">
      {patient === null ? (
        <PatientSteps
          species={isAsking ? -1 : (sheet?.species ?? -1)}
          go={text.go}
          onGo={go}
          others={renderOthers(go)}
          back={ofSheet && { name: nameOfPatient(ofSheet), onPress: () => setAsking(false) }}
        />
      ) : (
        // What was typed is of one patient.
        <PatientCalculation
          key={`${patient.species} ${entered !== null}`}
          userId={userId}
          patient={patient}
          change={here.change}
          isEntered={entered !== null}
          onOther={other}
        />
      )}
    </div>
  )
}
