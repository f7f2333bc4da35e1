import { overlay } from './overlay.tsx'

/** Asks for YES with a reason, which is kept with what YES does; Escape is NO. */
export const ReasonQuestion = overlay(
  async () => (await import('./reason-question-dialog.tsx')).ReasonQuestionDialog,
)
