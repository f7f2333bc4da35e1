import type { Profile } from 'sync-protocol/wire/accounts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { Message } from '../../../ui/question.tsx'
import type { BalanceEntry } from './balance-entry.ts'
import { balanceListText as text } from './balance-list-text.ts'
import { CombineBalances } from './combine-balances.tsx'
import type { Days } from './date-range-fault.ts'
import { DateRangeDialog } from './date-range-dialog.tsx'
import { DeleteBalances } from './delete-balances.tsx'

/** What the list asks about, one thing at a time; sheets in the order of choosing. */
export type Asked =
  | 'date range'
  | { combine: readonly BalanceEntry[] }
  | { delete: readonly BalanceEntry[] }
  | { conflict: readonly BalanceEntry[] }

interface AskedDialogProps {
  asked: Asked | null
  user: Profile
  range: Days | undefined
  /** Every balance sheet that this tablet holds. */
  items: readonly ListEntry[]
  onRange: (range: Days) => void
  onOpen: (id: string) => void
  onClose: () => void
  /** What was selected is dealt with. */
  onDone: () => void
}

/** Sheets that stand, and start from the closing of one of these. */
function continuing(items: readonly ListEntry[], entries: readonly BalanceEntry[]): number {
  const ids = new Set(entries.map(({ _id }) => _id))
  return items.filter(({ _id, voided, card }) => {
    const previous = card.balance?.previous_id
    return !voided && previous !== undefined && ids.has(previous) && !ids.has(_id)
  }).length
}

export function AskedDialog(props: AskedDialogProps) {
  const { asked, user, range, items, onRange, onOpen, onClose, onDone } = props
  if (asked === null) return null
  const done = () => {
    onDone()
    onClose()
  }
  if (asked === 'date range') {
    return (
      <DateRangeDialog
        range={range}
        timeZone={user.time_zone}
        onSubmit={(days) => {
          onRange(days)
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  if ('conflict' in asked) {
    const own = asked.conflict.filter(({ author_id }) => author_id === user._id).length
    return (
      <Message
        title={text.conflictTitle}
        text={
          <>
            {text.conflict} <span className="quiet">{text.owned(own, asked.conflict.length - own)}</span>
          </>
        }
        onClose={onClose}
      />
    )
  }
  if ('combine' in asked)
    return <CombineBalances entries={asked.combine} onOpen={onOpen} onClose={onClose} onDone={done} />
  return (
    <DeleteBalances
      entries={asked.delete}
      userId={user._id}
      continued={continuing(items, asked.delete)}
      onClose={onClose}
      onDeleted={done}
    />
  )
}
