import { useNavigate } from 'react-router-dom'
import { chooseForThisTab } from '../data/drafts/own-drafts.ts'
import { takeOverSheet } from '../data/drafts/take-over.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast-queue.ts'
import { takeOverText as text } from './take-over-text.ts'

/** Takes over a colleague's open sheet and goes to it; says where that cannot be done. */
export function useTakeOver(userId: string): (sheet: { id: string; author_name: string }) => void {
  const navigate = useNavigate()
  return ({ id, author_name }) => {
    takeOverSheet(id).then(
      (taken) => {
        if (!taken) return showToast({ text: text.over, kind: 'attention' })
        chooseForThisTab(userId, id)
        void navigate(paths.newSheet)
        return showToast({ text: text.taken(author_name) })
      },
      (error: unknown) => {
        console.error(error)
        showToast({ text: text.failed, kind: 'harm' })
      },
    )
  }
}
