import { Check, ScanEye } from 'lucide-react'
import { useState } from 'react'
import { checkOf, isCheckAsked } from 'sync-protocol/rules/double-check'
import { checkWeight } from 'sync-protocol/rules/sheet'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { useStore } from 'zustand'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { session as signedIn } from '../../data/people/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { overlay } from '../../ui/overlay.tsx'
import { isSaved } from './open-sheet.ts'
import { useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

const Dialog = overlay(async () => (await import('./double-check-dialog.tsx')).DoubleCheckDialog)

/** Beside the weight: who checked it, or the button for it where the clinic asks for a check. */
export function DoubleCheck({ rows }: { rows: readonly DoseRow[] }) {
  const [open, setOpen] = useState(false)
  const policy = useStore(clinicSettings, ({ double_check }) => double_check)
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  const check = useSheet(({ sheet }) => checkOf(sheet.draft))
  const isOver = useSheet(({ sheet }) => isSaved(sheet) || checkWeight(sheet.draft) !== null)
  if (check !== undefined && !open)
    return (
      <span className="volumes-checked">
        <Check aria-hidden />
        {sheetText.checkedBy(check.name, formatTime(check.at, timeZone))}
      </span>
    )
  return (
    <>
      {isCheckAsked(policy, rows) && !isOver && (
        <Button
          className="volumes-check"
          icon={<ScanEye aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {sheetText.doubleCheck}
        </Button>
      )}
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
