import { diagnosisOf } from '../../data/device/diagnosis.ts'
import { currentClinic, session } from '../../data/people/session.ts'
import { syncStatus } from '../../data/database/sync-status.ts'
import { download } from '../../ui/download.ts'
import { formatFileDate } from '../../ui/format.ts'
import { deviceText as text } from './device-text.ts'

const workerState = () => {
  if (!('serviceWorker' in navigator)) return 'none'
  return navigator.serviceWorker.controller?.state ?? 'none'
}

/** Makes the diagnosis of this tablet and hands it to the browser's downloads; needs no network. */
export async function saveDiagnosis(): Promise<void> {
  const { user, offline } = session.getState()
  const { storage, state } = syncStatus.getState()
  const at = new Date()
  const diagnosis = await diagnosisOf(currentClinic(), {
    at: at.toISOString(),
    signed_in: user !== null,
    offline_session: offline,
    online: navigator.onLine,
    service_worker: workerState(),
    storage,
    state,
  })
  const file = new Blob([`${JSON.stringify(diagnosis, null, 2)}\n`], { type: 'application/json' })
  download(file, `${text.diagnosisFile} ${formatFileDate(at)}.json`)
}
