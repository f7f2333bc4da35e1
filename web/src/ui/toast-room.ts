import { whenCalm } from './when-calm.ts'

interface RoomParts {
  page: EventTarget
  /** What makes room is in sight: a dialog, or a screen below the messages. */
  isInSight: () => boolean
  give: (height: number) => void
}

/**
 * The room that dialogs and screens of doses leave for messages (px): it moves all that is in them, never under a finger that is on
 * its way.
 */
export function toastRoom({ page, isInSight, give }: RoomParts): {
  taken: (height: number) => void
  opens: () => void
} {
  let wanted = 0
  let end: (() => void) | undefined
  function now() {
    end?.()
    end = undefined
    give(wanted)
  }
  return {
    /** The messages take another height now. What is in sight makes room for them, or takes it back, once nobody presses. */
    taken: (height) => {
      wanted = height
      if (isInSight()) end ??= whenCalm(page, now)
      else now()
    },
    /** A dialog or doses come: nothing of it was in sight yet. */
    opens: now,
  }
}

let room: ReturnType<typeof toastRoom> | undefined
const roomOfPage = () =>
  (room ??= toastRoom({
    page: window,
    isInSight: () => document.querySelector('.overlay, .below-toasts') !== null,
    give: (height) => document.documentElement.style.setProperty('--toasts-room', `${height}px`),
  }))

export const takeToastRoom = (height: number): void => roomOfPage().taken(height)
export const openWithToastRoom = (): void => roomOfPage().opens()
