import { useRef, useState } from 'react'
import type { OrganizationUser } from 'sync-protocol/wire/organization'
import { Question } from '../../ui/question.tsx'
import { deleteUser } from './organization-calls.ts'
import { organizationText as text } from './organization-text.ts'
import { failureOf } from './user-failure.ts'

interface DeleteUserProps {
  user: OrganizationUser
  onClose: () => void
  onDeleted: () => void
  onFailed: () => void
}

export function DeleteUser({ user, onClose, onDeleted, onFailed }: DeleteUserProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useRef(false)

  const remove = async () => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      await deleteUser(user._id)
      onDeleted()
    } catch (error) {
      const said = failureOf(error)
      setProblem(typeof said === 'string' ? said : said.message)
      onFailed()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <Question
      danger
      title={text.deleteTitle(user.name)}
      text={text.deleteText(user.name)}
      second={
        problem === null ? (
          text.deleteSecond
        ) : (
          <span className="user-not-deleted" role="alert">
            {problem}
          </span>
        )
      }
      onNo={onClose}
      onYes={() => void remove()}
      {...(problem !== null && { yesLabel: text.retry })}
      busy={busy && text.deleting}
    />
  )
}
