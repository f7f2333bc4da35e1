import { useCallback, useState, type ReactNode } from 'react'
import { listText as text } from './list-text.ts'

/** A deletion while it is asked about: it can be tried again after a failure. */
export function useDeletion() {
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')
  const failed = state === 'failed'
  const fail = useCallback((error: unknown) => {
    console.error(error)
    setState('failed')
  }, [])
  return {
    failed,
    fail,
    attempt: (work: () => Promise<void>) => {
      setState('busy')
      work().catch(fail)
    },
    /** For its question. */
    shown: { busy: state === 'busy' && text.deleting, ...(failed && { yesLabel: text.retry }) },
  }
}

export function NotDeleted({ children }: { children: ReactNode }) {
  return (
    <span className="not-deleted" role="alert">
      <strong>{text.notSaved}</strong> {children}
    </span>
  )
}
