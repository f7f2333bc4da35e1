import { setLeaveGuard } from '../../data/drafts/leave-guard.ts'
import { formatDateTime } from '../../ui/format.ts'
import { dismissToast, showToast } from '../../ui/toast-queue.ts'
import { holdDocument } from '../../data/drafts/open-document.ts'
import { rememberOwnDraft } from '../../data/drafts/own-drafts.ts'
import type { EarlierDraft } from './earlier-draft.ts'
import { readPaper } from './kept-paper.ts'
import { readQuestion } from './kept-question.ts'
import type { LeftSheet } from './left-sheet.ts'
import { restoreSheet, startSheet } from './open-sheet.ts'
import { readRemembered } from './remembered-choices.ts'
import { sheetServices } from './sheet-services.ts'
import { openSheetSession, type SheetSession } from './sheet-session.ts'
import { sheetText } from './sheet-text.ts'
import { forgetUnwritten, keepUnwritten } from './unwritten-draft.ts'

interface Begun {
  session: SheetSession
  /** Set down for a moment, it asks nothing before a screen is left, and is stored; it goes on as it was. */
  setDown: (isDown: boolean) => void
  /** Puts it away: resolves when what would be lost is kept. */
  end: () => Promise<void>
}

const report = (error: unknown) => console.error(error)

/** Opens a sheet in this browser: `continued` as it was left, else an empty one. `onLeft`: it was left, and lost by that. */
export function beginSheet(
  user: { _id: string; time_zone: string },
  continued: EarlierDraft | null,
  onLeft: (left: LeftSheet) => void,
): Begun {
  const toasts: number[] = []
  let loses = false
  let down = false
  const paper = () => {
    const { exportedAt } = session.store.getState().sheet
    return exportedAt === null
      ? undefined
      : sheetText.resetExported(formatDateTime(exportedAt, user.time_zone))
  }
  const ask = () =>
    setLeaveGuard(loses && !down ? { message: sheetText.leave, warning: paper, onLeave: leave } : null)
  const leave = () => {
    const { sheet } = session.store.getState()
    const draftId = session.draftId()
    const ended = session.discard().catch(report)
    onLeft({ userId: user._id, services, sheet, draftId, ended })
  }
  const remembered = readRemembered(localStorage, user._id)
  const services = sheetServices()
  const session = openSheetSession({
    services,
    user,
    storage: localStorage,
    sheet:
      continued === null
        ? startSheet(remembered)
        : restoreSheet(
            remembered,
            continued.content,
            continued.again,
            readPaper(localStorage, continued.id),
            continued.of,
          ),
    continued: continued?.id == null ? null : { id: continued.id, stored: continued.stored },
    libraryChanges: continued?.changes ?? [],
    question: continued?.own === true ? readQuestion(localStorage, user._id, continued.id) : null,
    onStored: () => forgetUnwritten(localStorage, user._id),
    onDraft(id) {
      rememberOwnDraft(user._id, id)
      held.movedTo(id)
    },
    onWiped: (step, { name }, undo) =>
      toasts.push(showToast({ text: sheetText.wiped[step](name.trim()), undo })),
    onInjectionsReset(count, undo) {
      const toast = showToast({ text: sheetText.injectionsGone(count), undo })
      toasts.push(toast)
      return () => dismissToast(toast)
    },
    onUndecided: () => showToast({ text: sheetText.decideFirst, kind: 'attention' }),
    onLoss(wouldLose) {
      loses = wouldLose
      ask()
    },
  })
  if (continued !== null) rememberOwnDraft(user._id, continued.id)

  const keep = () => {
    const unwritten = session.unwritten()
    if (unwritten === null) return
    keepUnwritten(localStorage, user._id, unwritten)
    void session.flush()
  }
  const { losesOnLeave } = session
  const held = holdDocument({ keep, losesOnLeave, close: () => session.close() }, continued?.release ?? null)

  return {
    session,
    setDown(isDown) {
      down = isDown
      ask()
      if (isDown) void session.flush()
    },
    end() {
      for (const toast of toasts) dismissToast(toast)
      return held.end()
    },
  }
}
