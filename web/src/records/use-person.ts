import { useState } from 'react'
import type { Profile } from 'sync-protocol/wire/accounts'
import { useStore } from 'zustand'
import { currentUser, session } from '../data/people/session.ts'

/** The signed-in user with the permissions of this moment; while a sign-out takes the screen away, the one of before. */
export function usePerson(): Profile {
  const user = useStore(session, (state) => state.user)
  const [last, setLast] = useState(currentUser)
  if (user !== null && user !== last) setLast(user)
  return user ?? last
}
