import type { ReactNode } from 'react'
import { weightText } from 'sync-protocol/rules/dose'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { nameOfPatient, PICTURES, type EmergencyPatient } from './emergency-patient.ts'
import { emergencyText as text } from './emergency-text.ts'

interface PatientHeadProps {
  patient: EmergencyPatient
  unusual: UnusualWeight | null
  /** What can be pressed. */
  children: ReactNode
}

/** Whose doses they are: name, species, weight in both units, and what is unusual about it. */
export function PatientHead({ patient, unusual, children }: PatientHeadProps) {
  const { species, weight, units, sheet } = patient
  const kind = text.speciesNames[species]
  return (
    <header className="now-head">
      <SpeciesPicture species={PICTURES[species]} size={64} />
      <div className="now-patient">
        <h2 className="now-patient-name">{sheet === null ? kind : nameOfPatient(patient) || text.noName}</h2>
        <p className="quiet">{sheet === null ? text.notFromSheet : kind}</p>
      </div>
      <p className="now-weight tabular">{weightText(weight, units)}</p>
      <div className="now-actions">{children}</div>
      {unusual !== null && (
        <div className="now-unusual">
          <GuardLines findings={[{ level: unusual.level, words: unusual.words }]} />
        </div>
      )}
    </header>
  )
}
