import { useEffect, useState } from 'react'
import { idle } from '../when-idle.ts'

/** Whether CPR goes on for any patient of the clinic. It is looked for once the screen stands. */
export function useCodeRunning(): boolean {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => {
    const following = idle().then(async () => {
      const { followCodes } = await import('./follow-codes.ts')
      return followCodes(setRunning)
    })
    following.catch((error: unknown) => console.warn('Codes are not followed.', error))
    return () =>
      void following.then(
        (end) => end(),
        () => undefined,
      )
  }, [])
  return isRunning
}
