import { overlay } from './overlay.tsx'

/** Asks for NO or YES; Escape is NO unless told otherwise. */
export const Question = overlay(async () => (await import('./question-dialog.tsx')).QuestionDialog)

/** Says one thing, with one button. */
export const Message = overlay(async () => (await import('./question-dialog.tsx')).MessageDialog)
