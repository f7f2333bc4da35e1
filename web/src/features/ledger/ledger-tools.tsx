import { Download, EllipsisVertical, FileSearch, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { logExport } from '../../data/outbox/ledger-verification.ts'
import { currentUser } from '../../data/people/session.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/button.tsx'
import { formatFileDate } from '../../ui/format.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useMedia } from '../../ui/use-media.ts'
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

/** In the line of the answer: in words where there is room for them, else in a menu. */
export function LedgerTools({ ledger, timeZone, onVerify }: LedgerToolsProps) {
  const [comparing, setComparing] = useState(false)
  const [writing, setWriting] = useState(false)
  const isNarrow = useMedia('(max-width: 62rem)')
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
  const acts = {
    again: onVerify,
    export: () => void exportLedger(),
    compare: () => setComparing(true),
  }
  return (
    <div className="ledger-tools">
      {isNarrow ? (
        <MenuButton
          label={text.more}
          items={[
            { id: 'again', label: text.again },
            { id: 'export', label: text.export, disabled: writing },
            { id: 'compare', label: text.compare },
          ]}
          onAction={(id: keyof typeof acts) => acts[id]()}
        >
          <EllipsisVertical />
        </MenuButton>
      ) : (
        <>
          <Button icon={<RotateCw aria-hidden />} onClick={acts.again}>
            {text.again}
          </Button>
          <Button icon={<Download aria-hidden />} onClick={acts.export} disabled={writing}>
            {text.export}
          </Button>
          <Button icon={<FileSearch aria-hidden />} onClick={acts.compare}>
            {text.compare}
          </Button>
        </>
      )}
      {comparing && <ComparePrinted lines={ledger.lines} onClose={() => setComparing(false)} />}
    </div>
  )
}
