import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState, type ReactNode } from 'react'
import { currentClinic, currentUser } from '../../data/people/session.ts'
import { protectStorage } from '../../data/device/protect-storage.ts'
import { readSetting } from '../../data/database/settings.ts'
import type { SyncStatus } from '../../data/database/sync-status.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import './device.css'
import { saveDiagnosis } from './device-actions.ts'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceName } from './device-name.tsx'
import { deviceText as text } from './device-text.ts'
import { SendNow, type Sending } from './send-now.tsx'
import { UnsentList } from './unsent-list.tsx'

/** Reading that takes longer than this may never end: what helps then is shown all the same. */
const READING_MS = 3_000

interface DeviceScreenProps {
  status: SyncStatus
  /** The panel's words about what is sent and what is not. */
  lines: ReactNode
  /** Sends now; resolves with what became of it. */
  onSendNow: () => Promise<Sending>
  /** There is something to tell the server. */
  onNamed: () => void
}

const kept = async () => {
  const clinic = currentClinic()
  return {
    device: (await readSetting(clinic, 'device')) ?? '',
    name: (await readSetting(clinic, 'device_name')) ?? '',
    offsetMs: (await readSetting(clinic, 'clock_offset_ms')) ?? null,
  }
}

/** This tablet: what is sent, its storage, its clock, and a file for whoever helps. Works without a network. */
export function DeviceScreen({ status, lines, onSendNow, onNamed }: DeviceScreenProps) {
  const [{ time_zone: timeZone }] = useState(currentUser)
  const facts = useLiveQuery(kept) ?? { device: '', name: '', offsetMs: null }
  // The status hears of it with the next round only.
  const [agreed, setAgreed] = useState<boolean | null>(null)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), READING_MS)
    return () => clearTimeout(timer)
  }, [])
  const persisted = agreed === true || status.storage.persisted
  const storage = { ...status.storage, persisted }

  const protect = async () => {
    const given = await protectStorage().catch((error: unknown) => {
      console.error(error)
      return false
    })
    setAgreed(given)
    if (given) showToast({ text: text.nowProtected })
  }
  const diagnose = () => {
    saveDiagnosis().then(
      () => showToast({ text: text.savedDiagnosis }),
      (error: unknown) => {
        console.error(error)
        showToast({ text: text.diagnosisFailed, kind: 'harm' })
      },
    )
  }

  // The parts come together: none pushes another down.
  if (status.state === 'reading' && !isLate) return <div className="page stack-wide">{lines}</div>
  return (
    <div className="page stack-wide device-page">
      <section className="device-part stack" aria-labelledby="device-sync">
        <h2 className="title-3" id="device-sync">
          {text.sync}
        </h2>
        {lines}
        <UnsentList unsent={status.unsent} timeZone={timeZone} />
        <SendNow unsent={status.unsent} onSendNow={onSendNow}>
          {!persisted && <Button onClick={() => void protect()}>{text.protect}</Button>}
        </SendNow>
        {!persisted && agreed === false && <Banner kind="attention">{text.notProtected}</Banner>}
      </section>
      <section className="device-part device-about stack" aria-labelledby="device-about">
        <h2 className="title-3" id="device-about">
          {text.about}
        </h2>
        <DeviceName key={facts.name} name={facts.name} onNamed={onNamed} />
        <DeviceFacts {...facts} status={{ ...status, storage }} />
      </section>
      <section className="device-part stack" aria-labelledby="device-diagnosis">
        <h2 className="title-3" id="device-diagnosis">
          {text.diagnosis}
        </h2>
        <p className="quiet">{text.diagnosisText}</p>
        <div className="button-row">
          <Button onClick={diagnose}>{text.saveDiagnosis}</Button>
        </div>
      </section>
    </div>
  )
}
