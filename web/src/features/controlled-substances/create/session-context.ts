import { createContext, useContext, useEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { SessionState, TableSession } from './table-session.ts'

export const TableContext = createContext<TableSession | null>(null)

export function useTableSession(): TableSession {
  const session = useContext(TableContext)
  if (session === null) throw new Error('There is no open balance table here.')
  return session
}

export const useTable = <T>(select: (state: SessionState) => T): T =>
  useStore(useTableSession().store, select)

/** The message of one field of the open form; when it is found wrong the focus goes there, each time. */
export function useFormError(field: string): {
  error: string | undefined
  input: RefObject<HTMLInputElement | null>
} {
  const input = useRef<HTMLInputElement>(null)
  const found = useTable(({ flow }) => (flow.error?.field === field ? flow.error : null))
  useEffect(() => {
    if (found !== null) input.current?.focus()
  }, [found])
  return { error: found?.message, input }
}
