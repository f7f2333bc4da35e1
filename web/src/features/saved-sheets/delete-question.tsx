import { useEffect, useState } from 'react'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { deleteSheets, plannedDeletion } from './deletion-queries.ts'
import type { Deletion } from './deletion-queries.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

interface DeleteQuestionProps {
  sheets: readonly { _id: string; name: string }[]
  onClose: () => void
  onDeleted: () => void
}

/** Says what goes with the sheets before they go: their controlled draws, and who cites those. */
export function DeleteQuestion({ sheets, onClose, onDeleted }: DeleteQuestionProps) {
  const [plan, setPlan] = useState<Deletion | null>(null)
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')
  const [ids] = useState(() => sheets.map(({ _id }) => _id))

  useEffect(() => {
    plannedDeletion(ids).then(setPlan, (error: unknown) => {
      console.error(error)
      setState('failed')
    })
  }, [ids])

  const remove = async () => {
    setState('busy')
    try {
      await deleteSheets(ids)
      showToast({ text: text.deleted(ids.length) })
      onDeleted()
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }

  if (plan === null && state === 'asking') return null
  const only = sheets.length === 1 ? sheets[0] : undefined
  return (
    <Question
      danger
      title={only === undefined ? text.deleteMany(sheets.length) : text.deleteOne(only.name)}
      text={only === undefined ? text.deleteManyText(sheets.length) : text.deleteOneText(only.name)}
      second={
        <>
          {plan !== null && plan.draws > 0 && `${text.voidsDraws(plan.draws)} `}
          {plan !== null && plan.cited > 0 && `${text.cited(plan.cited)} `}
          {text.kept}
          {state === 'failed' && (
            <span className="not-deleted" role="alert">
              <strong>{text.notSaved}</strong> {text.notSavedText}
            </span>
          )}
        </>
      }
      onNo={onClose}
      onYes={() => void remove()}
      {...(state === 'failed' && { yesLabel: text.retry })}
      busy={state === 'busy' && text.deleting}
    />
  )
}
