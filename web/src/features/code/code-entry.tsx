import { useLiveQuery } from 'dexie-react-hooks'
import { HeartPulse } from 'lucide-react'
import { codeIdOfPatient } from 'sync-protocol/records/patient-code-id'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { codeState } from 'sync-protocol/rules/code'
import { newId } from '../../data/database/ids.ts'
import { now } from '../../data/database/time.ts'
import { session } from '../../data/people/session.ts'
import { recentCodes, type RecentCode } from '../../data/view/code-events.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { useStore } from 'zustand'
import { codePatientOf, isOtherPatient, nameOfPatient, type CodeFor } from './code-patient.ts'
import './code-entry.css'
import { codeText as text } from './code-text.ts'
import { startCode, type Code } from './recording.ts'

/** Starts CPR for the patient, or goes on with what was started for its sheet: one press. */
export function CodeButton({ patient, onOpen }: { patient: CodeFor; onOpen: (code: Code) => void }) {
  const codes = useCodes()
  const open = () => {
    const code = codeFor(patient, codes)
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

/** The code of the patient's sheet. One that is over, and was for whom the sheet was of before, is not gone on with. */
export function codeFor(patient: CodeFor, codes: readonly RecentCode[]): Code {
  const { sheetId } = patient
  if (sheetId === null) return { codeId: newId() }
  const codeId = codeIdOf(sheetId)
  const ofSheet = codes.filter(
    (code) => code.codeId === codeId || (code.sheetId !== undefined && codeIdOf(code.sheetId) === codeId),
  )
  const isFor = codePatientOf(patient)
  const own = ofSheet.find(
    ({ patient: of, stoppedAt }) => stoppedAt === null || of === undefined || !isOtherPatient(of, isFor),
  )
  const isAnother = own === undefined && ofSheet.length > 0
  return {
    codeId: own?.codeId ?? /* @rule own-code-again */ (isAnother ? codeIdOfPatient(sheetId, isFor) : codeId),
    sheetId,
  }
}

interface CodesProps {
  onOpen: (code: Code) => void
}

const useCodes = (): readonly RecentCode[] => useLiveQuery(() => recentCodes(now()), []) ?? []

const codeOf = ({ codeId, sheetId }: RecentCode): Code => ({
  codeId,
  ...(sheetId !== undefined && { sheetId }),
})

/** The clinic's codes that go on, each one press away. */
export function RunningCodes({ onOpen }: CodesProps) {
  return useCodes()
    .filter(({ stoppedAt }) => stoppedAt === null)
    .map((code) => (
      <Banner
        key={code.codeId}
        kind="harm"
        title={text.running(nameOfPatient(code.patient))}
        action={{ label: text.goOn, onPress: () => onOpen(codeOf(code)) }}
      />
    ))
}

/** The clinic's codes of the last days that are over; looking at one starts nothing. */
export function CodesOver({ onOpen }: CodesProps) {
  const over = useCodes().filter(({ stoppedAt }) => stoppedAt !== null)
  const timeZone = useStore(session, ({ user }) => user?.time_zone)
  if (over.length === 0) return null
  return (
    <details className="codes-over">
      <summary>{text.recent(over.length)}</summary>
      <ul>
        {over.map((code) => (
          <li key={code.codeId}>
            <Button onClick={() => onOpen(codeOf(code))}>
              {text.recentOne(nameOfPatient(code.patient), formatDateTime(code.startedAt, timeZone))}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
