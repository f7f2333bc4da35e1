import { claimDraft } from '../../data/drafts/draft-claim.ts'
import { rememberOwnDraft } from '../../data/drafts/own-drafts.ts'
import { paths } from '../../paths.ts'
import { showToast, type GoTo } from '../../ui/toast-queue.ts'
import type { EarlierDraft } from './earlier-draft.ts'
import { keepPaper } from './kept-paper.ts'
import type { OpenSheet } from './open-sheet.ts'
import type { SheetServices } from './session-state.ts'
import { sheetText } from './sheet-text.ts'

/** A sheet whose changes were given up by leaving it. */
export interface LeftSheet {
  userId: string
  services: Pick<SheetServices, 'newId' | 'saveDraft'>
  sheet: OpenSheet
  /** The draft that it was stored as; null when it was not stored yet. */
  draftId: string | null
  /** Resolves when that draft has ended. */
  ended: Promise<void>
}

/** Shows it in place of the sheet that is open in this tab; false where none is. */
export type GoOnHere = (userId: string, earlier: EarlierDraft) => boolean

/** Offers UNDO on whatever screen comes next: the sheet is stored again as it was, and opened. */
export function offerLeft(left: LeftSheet, goOnHere: GoOnHere, text = sheetText.left): void {
  const undo = (goTo: GoTo) => {
    bringBack(left, goOnHere).then(
      () => (location.pathname === paths.newSheet ? undefined : goTo(paths.newSheet)),
      (error: unknown) => {
        console.error(error)
        offerLeft(left, goOnHere, sheetText.leftNotBack)
      },
    )
  }
  showToast({ text: text(left.sheet.draft.name.trim()), undo })
}

async function bringBack(left: LeftSheet, goOnHere: GoOnHere): Promise<void> {
  const { userId, services, sheet, ended } = left
  const { draft: content, again } = sheet
  await ended
  const id = left.draftId ?? services.newId()
  await services.saveDraft(id, null, content)
  keepPaper(localStorage, userId, id, sheet)
  const release = await claimDraft(navigator.locks, id)
  if (release !== null && goOnHere(userId, { id, content, stored: content, own: true, again, release }))
    return
  release?.()
  rememberOwnDraft(userId, id)
}
