import { keepPrint, keptPrint } from '../../data/drafts/exported-draft.ts'
import { NO_PAPER, type Paper } from './open-sheet.ts'

/** What was printed of this open sheet on this tablet, by whomever: there is paper, perhaps without a record of it. */
export function readPaper(storage: Storage, draftId: string | null): Paper {
  const text = draftId === null ? null : keptPrint(storage, draftId)
  if (text === null) return NO_PAPER
  // An earlier release kept the moment alone.
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
  const isPrinted = exportedAt !== null || printed !== null
  try {
    keepPrint(storage, userId, draftId, isPrinted ? JSON.stringify({ exportedAt, printed }) : null)
  } catch (error) {
    console.warn('What was printed of the sheet could not be kept.', error)
  }
}
