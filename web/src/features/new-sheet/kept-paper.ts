import { paperKey } from '../../data/drafts/exported-draft.ts'
import { NO_PAPER, type Paper } from './open-sheet.ts'

/** The release before kept it for each user alone. */
const earlierKey = (userId: string, draftId: string) => `new-sheet/${userId}/exported/${draftId}`

/** What was printed of this open sheet on this tablet, by whomever: there is paper, perhaps without a record of it. */
export function readPaper(storage: Storage, userId: string, draftId: string | null): Paper {
  const text =
    draftId === null
      ? null
      : (storage.getItem(paperKey(draftId)) ?? storage.getItem(earlierKey(userId, draftId)))
  if (text === null) return NO_PAPER
  // One more release before kept the moment alone.
  if (!text.startsWith('{')) return { ...NO_PAPER, exportedAt: text }
  try {
    const { exportedAt, printed } = JSON.parse(text) as Paper
    return { exportedAt, printed: typeof printed?.said === 'string' ? printed : null }
  } catch (error) {
    console.warn('What was printed of the sheet cannot be read.', error)
    return NO_PAPER
  }
}

/** Full storage must never stop a sheet: the screen says it all the same until it is left. */
export function keepPaper(storage: Storage, userId: string, draftId: string, paper: Paper): void {
  const { exportedAt, printed } = paper
  try {
    if (exportedAt === null && printed === null) {
      storage.removeItem(paperKey(draftId))
      storage.removeItem(earlierKey(userId, draftId))
    } else storage.setItem(paperKey(draftId), JSON.stringify({ exportedAt, printed }))
  } catch (error) {
    console.warn('What was printed of the sheet could not be kept.', error)
  }
}
