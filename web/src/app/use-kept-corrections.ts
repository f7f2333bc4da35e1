import { useEffect } from 'react'
import { followAtIdle } from '../when-idle.ts'

/** Which sheet corrects which is kept whatever screen is open: once a correction is saved it does not say so. */
export function useKeptCorrections(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined
    return followAtIdle(async () => {
      const { followCorrections } = await import('../records/saved-beside.ts')
      return followCorrections()
    })
  }, [userId])
}
