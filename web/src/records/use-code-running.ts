import { useEffect, useState } from 'react'
import { followAtIdle } from '../when-idle.ts'

/** Whether CPR goes on for any patient of the clinic. It is looked for once the screen stands. */
export function useCodeRunning(): boolean {
  const [isRunning, setRunning] = useState(false)
  useEffect(
    () =>
      followAtIdle(async () => {
        const { followCodes } = await import('./follow-codes.ts')
        return followCodes(setRunning)
      }),
    [],
  )
  return isRunning
}
