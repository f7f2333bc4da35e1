import { useEffect, useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { codeText as text } from './code-text.ts'
import { startMetronome } from './metronome.ts'

/** Off at first, and silent once it is not shown any more. */
export function useMetronome(): { isOn: boolean; toggle: () => void } {
  const [stop, setStop] = useState<(() => void) | null>(null)
  useEffect(() => () => stop?.(), [stop])
  const start = () => {
    try {
      const ending = startMetronome()
      setStop(() => ending)
    } catch (error) {
      console.warn(error)
      showToast({ text: text.noSound, kind: 'attention' })
    }
  }
  return { isOn: stop !== null, toggle: stop === null ? start : () => setStop(null) }
}
