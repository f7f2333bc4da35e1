import { useEffect, useState } from 'react'
import { NotDeleted, useDeletion } from '../../records/deletion.tsx'
import type { DeletionEnds } from '../../records/list-screen.tsx'
import { listText } from '../../records/list-text.ts'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { deleteSheets, plannedDeletion } from './deletion-queries.ts'
import type { Deletion } from './deletion-queries.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

interface DeleteQuestionProps extends DeletionEnds {
  sheets: readonly { _id: string; name: string }[]
}

/** Says what goes with the sheets before they go: their controlled draws, and who cites those. */
export function DeleteQuestion({ sheets, onClose, onDeleted }: DeleteQuestionProps) {
  const [plan, setPlan] = useState<Deletion | null>(null)
  const [ids] = useState(() => sheets.map(({ _id }) => _id))
  const { failed, fail, attempt, shown } = useDeletion()
  useEffect(() => void plannedDeletion(ids).then(setPlan, fail), [ids, fail])

  const remove = async () => {
    await deleteSheets(ids)
    showToast({ text: text.deleted(ids.length) })
    onDeleted()
  }

  if (plan === null && !failed && shown.busy === false) return null
  const only = sheets.length === 1 ? sheets[0] : undefined
  return (
    <Question
      danger
      title={only === undefined ? listText.deleteMany(sheets.length, text.many) : text.deleteOne(only.name)}
      text={only === undefined ? text.deleteManyText(sheets.length) : text.deleteOneText(only.name)}
      second={
        <>
          {plan !== null && plan.draws > 0 && `${text.voidsDraws(plan.draws)} `}
          {plan !== null && plan.cited > 0 && `${text.cited(plan.cited)} `}
          {text.kept}
          {failed && <NotDeleted>{text.notSavedText}</NotDeleted>}
        </>
      }
      onNo={onClose}
      onYes={() => attempt(remove)}
      {...shown}
    />
  )
}
