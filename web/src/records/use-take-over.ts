import { useNavigate } from 'react-router-dom'
import { chooseForThisTab } from '../data/drafts/own-drafts.ts'
import { takeOverSheet } from '../data/drafts/take-over.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast-queue.ts'
import { takeOverText as text } from './take-over-text.ts'

/** That the sheet which opens was a colleague's: it is not as this person left it. */
export const TAKEN = { taken: true } as const
export const isTaken = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'taken' in state

/** Takes over a colleague's open sheet and goes to it; says from whom, and where that cannot be done. */
export function useTakeOver(userId: string): (sheet: { id: string }) => void {
  const navigate = useNavigate()
  const takeOver = async (id: string) => {
    const from = await takeOverSheet(id)
    if (from === undefined) {
      showToast({ text: text.over, kind: 'attention' })
      return
    }
    chooseForThisTab(userId, id)
    void navigate(paths.newSheet, { state: TAKEN })
    if (from !== null) showToast({ text: text.taken(from) })
  }
  return ({ id }) => {
    takeOver(id).catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.failed, kind: 'harm' })
    })
  }
}
