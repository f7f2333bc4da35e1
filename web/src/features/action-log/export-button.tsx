import { Download } from 'lucide-react'
import { useState } from 'react'
import type { LogFilter } from 'sync-protocol/wire/action-log'
import { OfflineError } from '../../data/people/server-call.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { actionLogText as text } from './action-log-text.ts'
import { readCsv } from './log-calls.ts'

/** The server makes the file of all that the filter means, shown or not. */
export function ExportButton({ filter }: { filter: LogFilter }) {
  const [busy, setBusy] = useState(false)
  async function exportLog() {
    setBusy(true)
    try {
      const { blob, name } = await readCsv(filter)
      download(blob, name)
      showToast({ text: text.exported(name) })
    } catch (error) {
      console.error(error)
      showToast({
        kind: 'attention',
        text: error instanceof OfflineError ? text.exportOffline : text.exportFailed,
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download aria-hidden />} busy={busy && text.exporting} onClick={() => void exportLog()}>
      {text.export}
    </Button>
  )
}
