import type { ReactNode } from 'react'
import { largeWeight } from 'sync-protocol/rules/dose'
import type { UnusualWeight } from './unusual-weight.ts'
import { GuardLines } from '../ui/guard-lines.tsx'
import { SettledStatus } from '../ui/settled-status.tsx'
import { SpeciesPicture } from '../ui/species-picture.tsx'
import { nameOfPatient, pictureOf, type Patient } from './patient.ts'
import './patient.css'
import { patientText as text } from './patient-text.ts'

interface PatientHeadProps {
  patient: Patient
  unusual: UnusualWeight | null
  className?: string
  /** What can be pressed. */
  children: ReactNode
}

/** Whose doses they are: name, species, weight in both units, and what is unusual about it. */
export function PatientHead({ patient, unusual, className, children }: PatientHeadProps) {
  const { species, weight, units, estimated, sheet } = patient
  const kind = text.speciesNames[species]
  return (
    <header className={['patient-head', className].filter(Boolean).join(' ')}>
      <SpeciesPicture species={pictureOf(species)} size={64} />
      <div className="patient-who">
        <h2 className="patient-name-said">{sheet === null ? kind : nameOfPatient(patient) || text.noName}</h2>
        <p className="quiet">{sheet === null ? text.notFromSheet : kind}</p>
      </div>
      <p className="patient-weight tabular">{largeWeight(weight, units, estimated)}</p>
      <div className="patient-actions">{children}</div>
      {unusual !== null && (
        <div className="patient-unusual">
          <GuardLines findings={[{ level: unusual.level, words: unusual.words }]} />
        </div>
      )}
      <SettledStatus text={unusual?.words ?? ''} />
    </header>
  )
}
