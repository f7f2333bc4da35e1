import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useStore } from 'zustand'
import { confirm, session, signOut } from '../data/people/session.ts'
import { titleOf } from './route-table.ts'
import type { RouteEntry } from './route-table.ts'
import { whereTo } from './where-to.ts'

/** Shows a route's screen to those who may see it, under its title; sends everyone else where the route table says. */
export function Guarded({ entry, children }: { entry: RouteEntry; children: ReactNode }) {
  const { species } = useParams()
  const user = useStore(session, (state) => state.user)
  const to = whereTo({ access: entry.access, species }, { user })
  const confirmed = to === 'stay' && typeof entry.access === 'object' && entry.access.confirmed

  useEffect(() => {
    if (to === 'stay') document.title = titleOf(entry, species)
  }, [to, entry, species])
  useEffect(() => {
    if (confirmed) confirm().catch((error: unknown) => console.error(error))
  }, [confirmed])
  useEffect(() => {
    if (to === 'sign out') signOut().catch((error: unknown) => console.error(error))
  }, [to])

  if (to === 'stay') return children
  return to === 'sign out' ? null : <Navigate to={to} replace />
}
