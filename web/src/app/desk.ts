import { createStore } from 'zustand/vanilla'
import type { NamedPerson } from '../data/people/known-person.ts'

/** What the keys of every screen open over it. */
export type OverDesk =
  | { what: 'palette' }
  | { what: 'keys' }
  | { what: 'log out' }
  /** To this person; null to somebody whom this tablet does not know. */
  | { what: 'switch user'; first: NamedPerson | null }
  | { what: 'sheet'; id: string; name: string }

export const desk = createStore<{ over: OverDesk | null }>(() => ({ over: null }))

export const showOver = (over: OverDesk | null): void => desk.setState({ over })
