import { useLiveQuery } from 'dexie-react-hooks'
import { HeartPulse } from 'lucide-react'
import { useMemo } from 'react'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { codeState } from 'sync-protocol/rules/code'
import { newId } from '../../data/database/ids.ts'
import { now } from '../../data/database/time.ts'
import { runningCodes } from '../../data/view/code-events.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { codePatientOf, nameOfPatient, type CodeFor } from './code-patient.ts'
import { codeText as text } from './code-text.ts'
import { startCode, type Code } from './recording.ts'

/** Starts CPR for the patient, or goes on with what was started for its sheet: one press. */
export function CodeButton({ patient, onOpen }: { patient: CodeFor; onOpen: (code: Code) => void }) {
  const open = () => {
    const { sheetId } = patient
    const code: Code = sheetId === null ? { codeId: newId() } : { codeId: codeIdOf(sheetId), sheetId }
    onOpen(code)
    startCode(code, codePatientOf(patient), (taps) => {
      const { startedAt, stoppedAt } = codeState(taps, now())
      return startedAt !== null && stoppedAt === null
    }).catch((error: unknown) => console.error(error))
  }
  return (
    <Button kind="danger" icon={<HeartPulse aria-hidden />} title={text.start} onClick={open}>
      {text.code}
    </Button>
  )
}

/** The codes that go on in the clinic, whoever started them. */
export function RunningCodes({ onOpen }: { onOpen: (code: Code) => void }) {
  const running = useLiveQuery(() => runningCodes(now()), [])
  const codes = useMemo(() => running ?? [], [running])
  return codes.map(({ codeId, sheetId, patient }) => (
    <Banner
      key={codeId}
      kind="harm"
      title={text.running(nameOfPatient(patient))}
      action={{
        label: text.goOn,
        onPress: () => onOpen({ codeId, ...(sheetId !== undefined && { sheetId }) }),
      }}
    />
  ))
}
