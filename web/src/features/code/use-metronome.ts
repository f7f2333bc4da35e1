import { useEffect, useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { codeText as text } from './code-text.ts'
import { startMetronome } from './metronome.ts'

/** Off at first; off again when CPR is stopped and when the code is closed. */
export function useMetronome(isGoingOn: boolean): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false)
  const plays = isOn && isGoingOn
  useEffect(() => {
    if (!plays) return undefined
    try {
      return startMetronome()
    } catch (error) {
      console.warn(error)
      showToast({ text: text.noSound, kind: 'attention' })
      return undefined
    }
  }, [plays])
  return { isOn: plays, toggle: () => setOn(!plays) }
}
