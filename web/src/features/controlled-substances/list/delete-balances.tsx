import { NotDeleted, useDeletion } from '../../../records/deletion.tsx'
import type { DeletionEnds } from '../../../records/list-screen.tsx'
import { listText } from '../../../records/list-text.ts'
import { formatDate } from '../../../ui/format.ts'
import { ReasonQuestion } from '../../../ui/reason-question.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { daysOf, titleOf, type BalanceEntry } from './balance-entry.ts'
import { balanceListText as text } from './balance-list-text.ts'
import { deleteBalances } from './deletion-actions.ts'

interface DeleteBalancesProps extends DeletionEnds {
  entries: readonly BalanceEntry[]
  /** How many of them this person made. */
  own: number
  /** How many balance sheets that stand go on from one of these. */
  continued: number
}

/** Asks for the reason; what is deleted is voided, and stays to be read. */
export function DeleteBalances({ entries, own, continued, onClose, onDeleted }: DeleteBalancesProps) {
  const { failed, attempt, shown } = useDeletion()
  const only = entries.length === 1 ? entries[0] : undefined

  const remove = async (reason: string) => {
    const ids = entries.map(({ _id }) => _id)
    const count = await deleteBalances(ids, reason, entries.map(titleOf).join(', '))
    showToast({ text: text.deleted(count) })
    onDeleted()
  }
  return (
    <ReasonQuestion
      title={
        only === undefined
          ? listText.deleteMany(entries.length, text.many)
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
          {failed && <NotDeleted>{text.notDeleted}</NotDeleted>}
        </>
      }
      usual={text.usualReasons}
      onNo={onClose}
      onYes={(reason) => attempt(() => remove(reason))}
      {...shown}
    />
  )
}
