import { useNavigate } from 'react-router-dom'
import { currentUser } from '../data/session.ts'
import { NeedsAttentionScreen } from '../features/needs-attention/needs-attention-screen.tsx'
import { rememberOwnDraft } from '../features/new-sheet/remembered-choices.ts'
import { paths } from '../paths.ts'

/** A sheet that is reopened here is this tablet's open sheet there. */
export function NeedsAttentionRoute() {
  const navigate = useNavigate()
  const open = (draftId: string) => {
    rememberOwnDraft(localStorage, currentUser()._id, draftId)
    void navigate(paths.newSheet)
  }
  return <NeedsAttentionScreen onSheetReopened={open} />
}
