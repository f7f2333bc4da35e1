import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { openDraft } from '../../data/open-draft.ts'
import { claimDraft } from '../../data/draft-claim.ts'
import { readOwnDraft } from './remembered-choices.ts'
import { readUnwritten } from './unwritten-draft.ts'

export interface EarlierDraft {
  /** Null when not one write of it was taken. */
  id: string | null
  content: SheetDraft
  /** What is stored of it: less than `content` when the page went too soon. */
  stored: SheetDraft | null
  /** It was open on this tablet: it comes back by itself. Another tablet's is only offered. */
  own: boolean
  release: () => void
}

async function storedDraft(userId: string): Promise<EarlierDraft | null> {
  const record = await openDraft('sheet')
  const parsed = sheetDraft.safeParse(record?.content)
  if (record === undefined || !parsed.success) return null
  const release = await claimDraft(navigator.locks, record._id)
  if (release === null) return null
  const own = readOwnDraft(localStorage, userId) === record._id
  return { id: record._id, content: parsed.data, stored: parsed.data, own, release }
}

/** The user's open sheet of an earlier visit, claimed for this tab; null when there is none, or another tab has it. */
export async function earlierDraft(userId: string): Promise<EarlierDraft | null> {
  const stored = await storedDraft(userId)
  const last = readUnwritten(localStorage, userId)
  if (last === null) return stored
  if (stored !== null && stored.id === last.id) return { ...stored, content: last.content, own: true }
  stored?.release()
  return { id: null, content: last.content, stored: null, own: true, release: () => undefined }
}
