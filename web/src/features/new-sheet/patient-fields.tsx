import { useEffect, useRef } from 'react'
import { weightText } from 'sync-protocol/rules/dose'
import { useFixedUnit } from '../../records/fixed-unit.ts'
import { CycleButton } from '../../ui/cycle-button.tsx'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EstimatedButton } from './estimated-button.tsx'
import { outcomePressed, patientTyped } from './open-sheet.ts'
import { useFieldError, useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { UnitButtons } from './unit-buttons.tsx'
import { WeightBefore } from './weight-before.tsx'
import { WeightField } from './weight-field.tsx'
import { usePhone } from './use-phone.ts'
import { useUnusualWeight, WeightWarning } from './weight-guard.tsx'

/** What the volumes and the sheet's name come of. */
export function PatientFields() {
  return (
    <div className="patient-fields patient-weighing">
      <NameField />
      <WeightField />
      <UnitButtons />
      <EstimatedButton />
      <WeightBefore />
      <WeightNote />
    </div>
  )
}

/** What a sheet can do without while the patient waits. */
export function PatientRecordFields() {
  return (
    <div className="patient-fields">
      <IdField />
      <OutcomeButton />
    </div>
  )
}

function NameField() {
  const session = useSession()
  const value = useSheet(({ sheet }) => sheet.draft.name)
  const input = useRef<HTMLInputElement>(null)
  const error = useFieldError('name', input)
  const fixed = useFixedUnit()
  const patient = useSheet((state) => state.patient)
  useEffect(() => {
    if (patient > 1) input.current?.focus()
  }, [patient])
  return (
    <div className="patient-name">
      <TextField
        label={sheetText.name}
        name="patient-name"
        value={value}
        error={error}
        inputRef={input}
        onBlur={() => session.askWhose()}
        onChange={(next) => session.update((sheet) => patientTyped(sheet, 'name', next, fixed))}
      />
    </div>
  )
}

function IdField() {
  const session = useSession()
  const value = useSheet(({ sheet }) => sheet.draft.patient_id)
  const input = useRef<HTMLInputElement>(null)
  const error = useFieldError('patient_id', input)
  const fixed = useFixedUnit()
  return (
    <TextField
      label={sheetText.patientId}
      optional
      name="patient-id"
      value={value}
      error={error}
      inputRef={input}
      onBlur={() => session.askWhose()}
      onChange={(next) => session.update((sheet) => patientTyped(sheet, 'patient_id', next, fixed))}
    />
  )
}

/** Both units, and a warning that stops nobody. */
function WeightNote() {
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const estimated = useSheet(({ sheet }) => sheet.draft.estimated)
  const both = units === '-' ? null : weightText(weight, units, estimated)
  const unusual = useUnusualWeight()
  // The first volumes stay in sight below it.
  const phone = usePhone()
  return (
    <>
      <SettledStatus text={unusual?.words ?? both ?? ''} />
      <div className="weight-note">
        {unusual === null ? <span className="quiet tabular">{both}</span> : <WeightWarning short={phone} />}
      </div>
    </>
  )
}

function OutcomeButton() {
  const session = useSession()
  const value = useSheet(({ sheet }) => sheet.draft.outcome)
  return (
    <CycleButton label={sheetText.outcome} value={value} onPress={() => session.update(outcomePressed)} />
  )
}
