import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { openDrafts } from '../../data/open-draft.ts'
import { refusedSheet, type RefusedSheet } from '../../data/refused-sheet.ts'
import { claimDraft } from '../../data/draft-claim.ts'
import { readSheet } from '../../data/followed-sheet.ts'
import { readOwnDrafts, rememberOwnDraft } from '../../data/own-drafts.ts'
import { withPressedUnit } from '../../data/pressed-units.ts'
import { currentClinic, currentUser } from '../../data/session.ts'
import { formatDateTime } from '../../ui/format.ts'
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
  // One that was saved elsewhere is opened by who asks for it, and is nobody's open sheet.
  const newest = (await openDrafts('sheet')).filter(({ _id, saved }) => saved === undefined || _id === here)
  const order = [...newest.filter(({ _id }) => _id === here), ...newest.filter(({ _id }) => _id !== here)]
  for (const { _id: id, content, meta } of order) {
    const parsed = sheetDraft.safeParse(content)
    const release = parsed.success ? await claimDraft(navigator.locks, id) : null
    if (parsed.success && release === null && id === here)
      showToast({ text: sheetText.inAnotherTab(parsed.data.name.trim()), kind: 'attention' })
    if (!parsed.success || release === null) continue
    const { data: stored } = parsed
    const at = meta.date_edited ?? meta.date_created
    const own = id === here || id === last
    return { id, content: withPressedUnit(localStorage, stored, at), stored, own, release }
  }
  return null
}

/** The user's open sheet of an earlier visit, claimed for this tab; null when there is none, or another tab has it. */
export async function earlierDraft(userId: string): Promise<EarlierDraft | null> {
  const found = await foundDraft(userId)
  return found && { ...found, again: await refusedSheet(found.content.saved_as) }
}

/** What this open sheet was saved as while nobody looked at it here; said once. */
async function savedMeanwhile(userId: string, draftId: string | null): Promise<string | null> {
  if (draftId === null) return null
  const { draft, sheet } = await readSheet(currentClinic(), draftId)
  if (draft?.deleted !== true || sheet === undefined) return null
  const { author_name, date_created } = sheet.meta
  const name = typeof sheet.content?.['name'] === 'string' ? sheet.content['name'] : ''
  const moment = formatDateTime(date_created, currentUser().time_zone)
  showToast({ text: sheetText.savedMeanwhile(name, author_name, moment), kind: 'attention' })
  rememberOwnDraft(userId, null)
  return sheet._id
}

async function foundDraft(userId: string): Promise<Found | null> {
  const { here, last: lastOpen } = readOwnDrafts(userId)
  const last = readUnwritten(localStorage, userId)
  const savedAs = await savedMeanwhile(userId, last?.id ?? here ?? lastOpen)
  const stored = await storedDraft(userId)
  if (last === null) return stored
  if (savedAs !== null) {
    stored?.release()
    // It differs from the saved sheet, and is no new patient's.
    const content = { ...last.content, saved_as: savedAs }
    return { id: null, content, stored: null, own: true, release: () => undefined }
  }
  if (stored !== null && stored.id === last.id) return { ...stored, content: last.content, own: true }
  stored?.release()
  return { id: null, content: last.content, stored: null, own: true, release: () => undefined }
}
