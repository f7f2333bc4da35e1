import { useState } from 'react'
import { currentUser } from '../data/people/session.ts'
import { DeviceScreen } from '../features/device/device-screen.tsx'
import { tryAllNow } from '../sync/start.ts'
import { sendNow } from './send-now.ts'
import { SyncLines } from './sync-lines.tsx'
import { usePresentStatus } from './use-present-status.ts'

/** Where this tablet's screen and the words of the sync panel meet. */
export function DeviceRoute() {
  const status = usePresentStatus()
  const [{ time_zone: timeZone }] = useState(currentUser)
  return (
    <DeviceScreen
      status={status}
      lines={<SyncLines facts={status} timeZone={timeZone} />}
      onSendNow={sendNow}
      onNamed={tryAllNow}
    />
  )
}
