import { changeAnd } from '../../records/changed-patient.ts'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { useUnusualWeightOf } from '../../records/use-unusual-weight-of.ts'
import type { Patient } from '../../records/patient.ts'
import { PatientHead } from '../../records/patient-head.tsx'
import { patientText } from '../../records/patient-text.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { calculatorText as text } from './calculator-text.ts'
import { FluidsPart } from './fluids-part.tsx'
import { InfusionPart } from './infusion-part.tsx'
import { keepCalculation, readCalculation } from './kept-calculation.ts'

interface PatientCalculationProps {
  userId: string
  patient: Patient
  /** What another tablet made of the patient. */
  change: UnusualWeight | null
  /** Weighed here, not on a sheet. */
  isEntered: boolean
  onOther: () => void
}

const PARTS = [
  { id: 'infusion', label: text.infusion },
  { id: 'fluids', label: text.fluids },
] as const

/** A patient, and what is worked out for it. */
export function PatientCalculation({
  userId,
  patient,
  change: changed,
  isEntered,
  onOther,
}: PatientCalculationProps) {
  const [{ part, infusion, fluids }, change] = useKept(
    userId,
    () => readCalculation(userId, patient, isEntered),
    (_, calculation) => keepCalculation(userId, patient, isEntered, calculation),
  )
  const { species, weight, units, sheet } = patient
  const weighed = { species, weight, weight_units: units, estimated: patient.estimated, ...sheet }
  const unusual = changeAnd(changed, useUnusualWeightOf(weighed))
  return (
    <>
      <PatientHead patient={patient} unusual={unusual}>
        <Button onClick={onOther}>{patientText.otherPatient}</Button>
      </PatientHead>
      <Tabs label={text.parts} tabs={PARTS} selected={part} onSelect={(next) => change({ part: next })}>
        {part === 'infusion' ? (
          <InfusionPart patient={patient} form={infusion} onChange={(next) => change({ infusion: next })} />
        ) : (
          <FluidsPart patient={patient} form={fluids} onChange={(next) => change({ fluids: next })} />
        )}
      </Tabs>
    </>
  )
}
