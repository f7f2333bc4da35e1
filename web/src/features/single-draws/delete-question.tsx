import { useEffect, useState } from 'react'
import { balancesCiting } from '../../data/view/sheet-draws.ts'
import { NotDeleted, useDeletion } from '../../records/deletion.tsx'
import type { DeletionEnds } from '../../records/list-screen.tsx'
import { listText } from '../../records/list-text.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { deleteDraws } from './deletion.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

interface DeleteQuestionProps extends DeletionEnds {
  draws: readonly { _id: string; called: string }[]
}

/** Asks for the reason, and says first which balance sheets cite what is deleted. */
export function DeleteQuestion({ draws, onClose, onDeleted }: DeleteQuestionProps) {
  const [ids] = useState(() => draws.map(({ _id }) => _id))
  const [cited, setCited] = useState<number | 'reading' | 'unread'>('reading')
  const { failed, attempt, shown } = useDeletion()

  useEffect(() => {
    balancesCiting(ids).then(setCited, (error: unknown) => {
      console.error(text.notRead, error)
      setCited('unread')
    })
  }, [ids])

  const remove = async (reason: string) => {
    showToast({ text: text.deleted(await deleteDraws(ids, reason)) })
    onDeleted()
  }

  if (cited === 'reading') return null
  const only = draws.length === 1 ? draws[0] : undefined
  return (
    <ReasonQuestion
      title={only === undefined ? listText.deleteMany(draws.length, text.many) : text.deleteOne}
      text={only === undefined ? text.deleteManyText(draws.length) : text.deleteOneText(only.called)}
      usual={text.usualReasons}
      second={
        <>
          {cited !== 'unread' && cited > 0 && (
            <strong className="single-draw-cited">{text.cited(draws.length, cited)} </strong>
          )}
          {text.kept}
          {failed && <NotDeleted>{text.notDeleted}</NotDeleted>}
          {cited === 'unread' && (
            <span className="not-deleted" role="alert">
              {text.notRead}
            </span>
          )}
        </>
      }
      onNo={onClose}
      // Nobody deletes without having read what cites it.
      onYes={(reason) => cited !== 'unread' && attempt(() => remove(reason))}
      {...shown}
    />
  )
}
