import { useState } from 'react'
import { formatDate } from '../../../ui/format.ts'
import { ReasonQuestion } from '../../../ui/reason-question.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { daysOf, titleOf, type BalanceEntry } from './balance-entry.ts'
import { balanceListText as text } from './balance-list-text.ts'
import { deleteBalances } from './deletion-actions.ts'

interface DeleteBalancesProps {
  entries: readonly BalanceEntry[]
  userId: string
  /** How many balance sheets that stand go on from one of these. */
  continued: number
  onClose: () => void
  onDeleted: () => void
}

/** Asks for the reason; what is deleted is voided, and stays to be read. */
export function DeleteBalances({ entries, userId, continued, onClose, onDeleted }: DeleteBalancesProps) {
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')
  const only = entries.length === 1 ? entries[0] : undefined
  const own = entries.filter(({ author_id }) => author_id === userId).length

  const remove = async (reason: string) => {
    setState('busy')
    try {
      const ids = entries.map(({ _id }) => _id)
      const count = await deleteBalances(ids, reason, entries.map(titleOf).join(', '))
      showToast({ text: text.deleted(count) })
      onDeleted()
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  return (
    <ReasonQuestion
      title={
        only === undefined
          ? text.deleteMany(entries.length)
          : text.deleteOne(only.name, formatDate(only.card.balance.date_start))
      }
      text={
        only === undefined
          ? `${text.deleteManyText(entries.length)} ${text.owned(own, entries.length - own)}`
          : text.deleteOneText(titleOf(only), daysOf(only))
      }
      second={
        <>
          {continued > 0 && `${text.continued(continued)} `}
          {text.keptWithReason}
          {state === 'failed' && (
            <span className="balance-not-saved" role="alert">
              <strong>{text.notSaved}</strong> {text.notDeleted}
            </span>
          )}
        </>
      }
      usual={text.usualReasons}
      onNo={onClose}
      onYes={(reason) => void remove(reason)}
      {...(state === 'failed' && { yesLabel: text.retry })}
      busy={state === 'busy' && text.deleting}
    />
  )
}
