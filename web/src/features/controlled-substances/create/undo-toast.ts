import { dismissToast, showToast } from '../../../ui/toast-queue.ts'
import { undone, type CreateFlow } from './create-flow.ts'
import type { TableSession } from './table-session.ts'

let shown: number | undefined

/** Changes the entries, with UNDO for ten seconds, or until they are changed again. False where nothing changed. */
export function withUndo(
  session: TableSession,
  change: (flow: CreateFlow) => CreateFlow,
  text: string,
): boolean {
  const before = session.store.getState().flow
  session.update(change)
  const after = session.store.getState().flow
  if (after === before) return false
  if (shown !== undefined) dismissToast(shown)
  const toast = showToast({
    text,
    undo: () => session.update((flow) => undone(flow, before, after)),
  })
  shown = toast
  // The next entry makes it an offer of nothing.
  const stop = session.store.subscribe(({ flow }) => {
    if (flow.open.events === after.open.events) return
    stop()
    dismissToast(toast)
  })
  return true
}
