import { useEffect, useState } from 'react'
import { balancesCiting } from '../../data/view/sheet-draws.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { deleteDraws } from './deletion.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

interface DeleteQuestionProps {
  draws: readonly { _id: string; called: string }[]
  onClose: () => void
  onDeleted: () => void
}

/** Asks for the reason, and says first which balance sheets cite what is deleted. */
export function DeleteQuestion({ draws, onClose, onDeleted }: DeleteQuestionProps) {
  const [ids] = useState(() => draws.map(({ _id }) => _id))
  const [cited, setCited] = useState<number | null>(null)
  const [state, setState] = useState<'asking' | 'busy' | 'failed' | 'unread'>('asking')

  useEffect(() => {
    balancesCiting(ids).then(setCited, (error: unknown) => {
      console.error(text.notRead, error)
      setState('unread')
    })
  }, [ids])

  const remove = async (reason: string) => {
    // Nobody deletes without having read what cites it.
    if (cited === null) return
    setState('busy')
    try {
      showToast({ text: text.deleted(await deleteDraws(ids, reason)) })
      onDeleted()
    } catch (error) {
      console.error("Couldn't delete single draw", error)
      setState('failed')
    }
  }

  if (cited === null && state === 'asking') return null
  const only = draws.length === 1 ? draws[0] : undefined
  const failed = state === 'failed' || state === 'unread'
  return (
    <ReasonQuestion
      title={only === undefined ? text.deleteMany(draws.length) : text.deleteOne}
      text={only === undefined ? text.deleteManyText(draws.length) : text.deleteOneText(only.called)}
      usual={text.usualReasons}
      second={
        <>
          {cited !== null && cited > 0 && (
            <strong className="single-draw-cited">{text.cited(draws.length, cited)} </strong>
          )}
          {text.kept}
          {failed && (
            <span className="single-draw-failed" role="alert">
              {state === 'failed' ? (
                <>
                  <strong>{text.notSaved}</strong> {text.notDeleted}
                </>
              ) : (
                text.notRead
              )}
            </span>
          )}
        </>
      }
      onNo={onClose}
      onYes={(reason) => void remove(reason)}
      {...(state === 'failed' && { yesLabel: text.retry })}
      busy={state === 'busy' && text.deleting}
    />
  )
}
