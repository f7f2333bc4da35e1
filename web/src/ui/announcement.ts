import { create } from 'zustand'

/** What is said to screen readers alone, where the screen shows it by itself: a form that is saved is gone. */
export const useAnnouncement = create<{ said: string }>(() => ({ said: '' }))

export function announce(text: string): void {
  // The same words again are news only when they differ.
  useAnnouncement.setState(({ said }) => ({ said: said === text ? `${text}\u00a0` : text }))
}
