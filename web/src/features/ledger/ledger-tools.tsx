import { Download, FileSearch, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { logExport } from '../../data/outbox/ledger-verification.ts'
import { currentUser } from '../../data/people/session.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/button.tsx'
import { formatFileDate } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { ComparePrinted } from './compare-printed.tsx'
import { nextTask } from '../../in-slices.ts'
import { ledgerFile } from './ledger-file.ts'
import { ledgerText as text } from './ledger-text.ts'
import type { VerifiedLedger } from './use-ledger.ts'

interface LedgerToolsProps {
  ledger: VerifiedLedger
  timeZone: string
  onVerify: () => void
}

export function LedgerTools({ ledger, timeZone, onVerify }: LedgerToolsProps) {
  const [comparing, setComparing] = useState(false)
  const [writing, setWriting] = useState(false)
  const exportLedger = async () => {
    setWriting(true)
    const name = text.fileName(formatFileDate(new Date(), timeZone))
    try {
      const { followed, records } = ledger
      download(await ledgerFile(followed, currentUser().org_name, new Date(), records, nextTask), name)
    } catch (error) {
      console.error(error)
      showToast({ kind: 'attention', text: text.exportFailed })
      return
    } finally {
      setWriting(false)
    }
    showToast({ text: text.exported(name) })
    logExport(name).catch((error: unknown) => console.error('The export could not be written down.', error))
  }
  return (
    <div className="ledger-tools">
      <Button icon={<RotateCw aria-hidden />} onClick={onVerify}>
        {text.again}
      </Button>
      <Button icon={<Download aria-hidden />} onClick={() => void exportLedger()} disabled={writing}>
        {text.export}
      </Button>
      <Button icon={<FileSearch aria-hidden />} onClick={() => setComparing(true)}>
        {text.compare}
      </Button>
      {comparing && <ComparePrinted lines={ledger.lines} onClose={() => setComparing(false)} />}
    </div>
  )
}
