import { MODAL_STEP, type Modal } from './modal-steps.ts'

const QUESTIONS = ['save', 'emergency/export', 'emergency/save'] as const
/** A question about the whole sheet that waits for its answer. */
export type KeptQuestion = (typeof QUESTIONS)[number]

const key = (userId: string, draftId: string) => `new-sheet/${userId}/asked/${draftId}`

/** The open question of a sheet that comes back with it; null where there is none. */
export function questionOf({ modal }: { modal: Modal | null }): KeptQuestion | null {
  if (modal?.step !== MODAL_STEP.withoutSpecies) return null
  if (modal.ask === 'emergency') return `emergency/${modal.goingOn}`
  return modal.ask === 'save' && modal.unasked !== true ? 'save' : null
}

export function readQuestion(storage: Storage, userId: string, draftId: string | null): KeptQuestion | null {
  const kept = draftId === null ? null : storage.getItem(key(userId, draftId))
  return QUESTIONS.find((question) => question === kept) ?? null
}

/** Null once it is answered. Full storage must never stop a sheet: the person asks for it again. */
export function keepQuestion(
  storage: Storage,
  userId: string,
  draftId: string,
  question: KeptQuestion | null,
): void {
  try {
    if (question === null) storage.removeItem(key(userId, draftId))
    else storage.setItem(key(userId, draftId), question)
  } catch (error) {
    console.warn('The open question could not be kept.', error)
  }
}
