import { useEffect } from 'react'
import { idle } from '../when-idle.ts'

/** Which sheet corrects which is kept whatever screen is open: once a correction is saved it does not say so. */
export function useKeptCorrections(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined
    const following = idle().then(async () => {
      const { followCorrections } = await import('../features/new-sheet/saved-beside.ts')
      return followCorrections()
    })
    following.catch((error: unknown) => console.warn('Corrections are not followed.', error))
    return () =>
      void following.then(
        (end) => end(),
        () => undefined,
      )
  }, [userId])
}
