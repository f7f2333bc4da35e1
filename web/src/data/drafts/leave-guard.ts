import { createStore } from 'zustand/vanilla'

export interface LeaveGuard {
  /** The question asked before the screen is left. */
  message: string
  /** Says what is kept all the same; undefined where something would be lost. */
  kept?: () => string | undefined
  /** Says what else speaks against it. */
  warning?: () => string | undefined
  /** Runs after YES, before the way is free. */
  onLeave: () => void
}

/** What an open screen wants asked before it is left; null while nothing would be lost. */
export const leaveGuard = createStore<{ guard: LeaveGuard | null }>(() => ({ guard: null }))

export function setLeaveGuard(guard: LeaveGuard | null): void {
  leaveGuard.setState({ guard })
}
