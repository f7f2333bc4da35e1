import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { deviceText as text } from './device-text.ts'

/** How sending on request ended. */
export type Sending = 'sent' | 'nothing' | 'waits' | 'unreachable'

interface SendNowProps {
  unsent: number
  onSendNow: () => Promise<Sending>
  /** What stands beside the button. */
  children: ReactNode
}

/** SEND NOW, and what became of it. */
export function SendNow({ unsent, onSendNow, children }: SendNowProps) {
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<Sending | null>(null)
  const send = async () => {
    setBusy(true)
    setEnded(null)
    setEnded(await onSendNow())
    setBusy(false)
  }
  return (
    <>
      <div className="button-row">
        <Button
          kind={unsent > 0 ? 'primary' : 'quiet'}
          busy={busy && text.sending}
          onClick={() => void send()}
        >
          {text.sendNow}
        </Button>
        {children}
      </div>
      <output aria-live="polite">{ended !== null && wordsOf(ended, unsent)}</output>
    </>
  )
}

/** What waited may have been sent since it was said. */
function wordsOf(ended: Sending, unsent: number): string {
  if (ended === 'unreachable') return text.notReached
  if (ended === 'waits' && unsent > 0) return text.stillWaits(unsent)
  return ended === 'nothing' ? text.nothingToSend : text.sent
}
