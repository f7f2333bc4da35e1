import { MenuPanel } from './menu-button.tsx'
import { Modal } from './modal.tsx'
import { PopoverPanel } from './popover-button.tsx'
import { Message, Question } from './question.tsx'
import { ReasonQuestion } from './reason-question.tsx'

/** Dialogs and menus come in a chunk of their own; once the first screen stands it is fetched, so that the first press finds it. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all(
    [Modal, Question, Message, PopoverPanel, MenuPanel, ReasonQuestion].map(({ fetchAhead }) => fetchAhead()),
  )
}
