import { showToast } from '../../../ui/toast-queue.ts'
import { importText as text } from './import-text.ts'

/** Who goes on with the rows that wait sees only then what was added. */
const UNDO_SECONDS = 60

/** Says what was imported; UNDO takes all of it back in one change. */
export function sayImported(added: number, updated: number, takeBack: () => Promise<number>): void {
  showToast({ text: text.saved(added, updated), undo: () => void undo(takeBack), seconds: UNDO_SECONDS })
}

async function undo(takeBack: () => Promise<number>): Promise<void> {
  try {
    const left = await takeBack()
    if (left > 0) showToast({ kind: 'attention', text: text.stay(left) })
  } catch (failure) {
    console.error(failure)
    showToast({ kind: 'harm', text: text.notUndone })
  }
}
