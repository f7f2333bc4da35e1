import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { openDrafts } from '../../data/open-draft.ts'
import { refusedSheet, type RefusedSheet } from '../../data/refused-sheet.ts'
import { claimDraft } from '../../data/draft-claim.ts'
import { readOwnDrafts } from '../../data/own-drafts.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { sheetText } from './sheet-text.ts'
import { readUnwritten } from './unwritten-draft.ts'

export interface EarlierDraft {
  /** Null when not one write of it was taken. */
  id: string | null
  content: SheetDraft
  /** What is stored of it: less than `content` when the page went too soon. */
  stored: SheetDraft | null
  /** It was open on this tablet: it comes back by itself. Another tablet's is only offered. */
  own: boolean
  /** The refused sheet that it is again. */
  again: RefusedSheet | null
  release: () => void
}

type Found = Omit<EarlierDraft, 'again'>

/** What was open in this tab, or else the newest that no other tab has open. */
async function storedDraft(userId: string): Promise<Found | null> {
  const { here, last } = readOwnDrafts(userId)
  const newest = await openDrafts('sheet')
  const order = [...newest.filter(({ _id }) => _id === here), ...newest.filter(({ _id }) => _id !== here)]
  for (const { _id: id, content } of order) {
    const parsed = sheetDraft.safeParse(content)
    const release = parsed.success ? await claimDraft(navigator.locks, id) : null
    if (parsed.success && release === null && id === here)
      showToast({ text: sheetText.inAnotherTab(parsed.data.name.trim()), kind: 'attention' })
    if (!parsed.success || release === null) continue
    return { id, content: parsed.data, stored: parsed.data, own: id === here || id === last, release }
  }
  return null
}

/** The user's open sheet of an earlier visit, claimed for this tab; null when there is none, or another tab has it. */
export async function earlierDraft(userId: string): Promise<EarlierDraft | null> {
  const found = await foundDraft(userId)
  return found && { ...found, again: await refusedSheet(found.content.saved_as) }
}

async function foundDraft(userId: string): Promise<Found | null> {
  const stored = await storedDraft(userId)
  const last = readUnwritten(localStorage, userId)
  if (last === null) return stored
  if (stored !== null && stored.id === last.id) return { ...stored, content: last.content, own: true }
  stored?.release()
  return { id: null, content: last.content, stored: null, own: true, release: () => undefined }
}
