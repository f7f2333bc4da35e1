import { createContext, useContext, useEffect, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { SheetField } from 'sync-protocol/rules/sheet'
import type { SessionState } from './session-state.ts'
import type { SheetSession } from './sheet-session.ts'

export const SessionContext = createContext<SheetSession | null>(null)

export function useSession(): SheetSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('There is no open sheet here.')
  return session
}

export const useSheet = <T>(select: (state: SessionState) => T): T => useStore(useSession().store, select)

/** The message of one field; when EXPORT finds it wrong, the focus goes there, each time. */
export function useFieldError(field: SheetField, control: RefObject<HTMLElement | null>): string | undefined {
  const error = useSheet(({ sheet }) => (sheet.error?.field === field ? sheet.error : null))
  useEffect(() => {
    if (error !== null) control.current?.focus()
  }, [error, control])
  return error?.message
}
