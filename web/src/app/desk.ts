import { createStore } from 'zustand/vanilla'

/** What the keys of every screen open over it. */
export type OverDesk =
  { what: 'palette' } | { what: 'keys' } | { what: 'log out' } | { what: 'sheet'; id: string; name: string }

export const desk = createStore<{ over: OverDesk | null }>(() => ({ over: null }))

export const showOver = (over: OverDesk | null): void => desk.setState({ over })
