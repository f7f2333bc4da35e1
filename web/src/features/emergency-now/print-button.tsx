import { Printer } from 'lucide-react'
import { useState } from 'react'
import { safeFileName } from 'sync-protocol/rules/file-name'
import { now } from '../../data/database/time.ts'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { currentUser } from '../../data/people/session.ts'
import { clinicOnPaper, type PaperClinic } from '../../exports/clinic-on-paper.ts'
import type { EmergencyPaper } from '../../exports/emergency-paper.ts'
import { makePdf } from '../../exports/make-pdf.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatFileDate } from '../../ui/format.ts'
import { handOut } from '../../ui/hand-out.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { emergencyText as text } from './emergency-text.ts'
import { printWords } from './print-words.ts'

interface PrintButtonProps {
  /** Null while there is nothing to print yet. */
  paper: ((clinic: PaperClinic, at: string) => EmergencyPaper) | null
  /** Whose. */
  name: string
}

const LETTERS_SECONDS = 12

/** Makes the PDF on this tablet. Nothing is written of it. */
export function PrintButton({ paper, name }: PrintButtonProps) {
  const [busy, setBusy] = useState(false)
  const print = async () => {
    if (paper === null) return
    const user = currentUser()
    const at = new Date(now())
    const made = paper(clinicOnPaper(user, clinicSettings.getState()), formatDateTime(at, user.time_zone))
    const { refused, words } = printWords(made)
    const sayLetters = () => {
      for (const said of words) showToast({ text: said, kind: 'attention', seconds: LETTERS_SECONDS })
    }
    if (refused) return sayLetters()
    setBusy(true)
    try {
      const file = await makePdf({ kind: 'emergency', paper: made }).file
      await handOut(file, `${safeFileName(text.fileName(name, formatFileDate(at, user.time_zone)))}.pdf`)
      sayLetters()
    } catch (error) {
      console.error(error)
      showToast({ text: text.notPrinted, kind: 'harm' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className="now-print"
      icon={<Printer aria-hidden />}
      busy={busy && text.printing}
      onClick={() => void print()}
    >
      <span className="now-print-word">{text.print}</span>
    </Button>
  )
}
