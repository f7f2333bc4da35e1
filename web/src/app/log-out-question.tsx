import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { VISITOR_EMAIL } from 'sync-protocol/wire/accounts'
import { useStore } from 'zustand'
import { setLeaveGuard } from '../data/drafts/leave-guard.ts'
import { session, signOut } from '../data/people/session.ts'
import { syncStatus } from '../data/database/sync-status.ts'
import { Question } from '../ui/question.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { logOut } from './shell-text.ts'

interface LogOutQuestionProps {
  title: string
  text?: string
  /** Where a guest goes next. */
  next: string
  /** What is unsent may never be. */
  revoked?: boolean
  onClose: () => void
}

export function LogOutQuestion({ title, text, next, revoked, onClose }: LogOutQuestionProps) {
  const unsent = useStore(syncStatus, (status) => status.unsent)
  const cannotReturn = useCannotReturn()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
    } catch (error) {
      console.error(error)
      setBusy(false)
      showToast({ text: logOut.failed, kind: 'harm' })
      return
    }
    setLeaveGuard(null)
    onClose()
    void navigate(next, { replace: true })
  }
  return (
    <Question
      title={title}
      {...(text !== undefined && { text })}
      {...(cannotReturn && { note: <p>{logOut.visitor}</p> })}
      {...(unsent > 0 && { second: (revoked ? logOut.held : logOut.unsent)(unsent) })}
      onNo={onClose}
      onYes={() => void leave()}
      busy={busy && logOut.busy}
    />
  )
}

/** A visitor of the demonstration comes in by its button alone, which asks the server. */
function useCannotReturn(): boolean {
  const isVisitor = useStore(session, ({ user }) => user?.email === VISITOR_EMAIL)
  const isReachable = useStore(syncStatus, (status) => status.serverReachable)
  return isVisitor && (!isReachable || !navigator.onLine)
}
