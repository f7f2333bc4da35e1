import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { setLeaveGuard } from '../data/drafts/leave-guard.ts'
import { signOut } from '../data/people/session.ts'
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
      {...(unsent > 0 && { second: (revoked ? logOut.held : logOut.unsent)(unsent) })}
      onNo={onClose}
      onYes={() => void leave()}
      busy={busy && logOut.busy}
    />
  )
}
