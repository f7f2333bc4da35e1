import { MenuPanel } from './menu-button.tsx'
import { Modal } from './modal.tsx'
import { PopoverPanel } from './popover-button.tsx'
import { Message, Question } from './question.tsx'
import { ReasonQuestion } from './reason-question.tsx'

/** Dialogs and menus come in their own chunks; once the first screen stands they are fetched, so that the first press finds them. */
export function preloadOverlays(): void {
  const fetchAll = () => {
    const chunks = [Modal, Question, Message, PopoverPanel, MenuPanel, ReasonQuestion].map(({ fetchAhead }) =>
      fetchAhead(),
    )
    Promise.all(chunks).catch((error: unknown) => console.warn('Could not load the dialogs ahead.', error))
  }
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll)
  else setTimeout(fetchAll, 500)
}
