import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { Profile } from 'sync-protocol/wire/accounts'
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
  facts: readonly BalanceFacts[]
  onRange: (range: Days) => void
  onOpen: (id: string) => void
  onClose: () => void
  /** What was selected is dealt with. */
  onDone: () => void
}

/** Sheets that stand, and start from the closing of one of these. */
function continuing(facts: readonly BalanceFacts[], entries: readonly BalanceEntry[]): number {
  const ids = new Set(entries.map(({ _id }) => _id))
  return facts.filter(
    ({ _id, voided, previous_id }) =>
      !voided && previous_id !== undefined && ids.has(previous_id) && !ids.has(_id),
  ).length
}

export function AskedDialog(props: AskedDialogProps) {
  const { asked, user, range, facts, onRange, onOpen, onClose, onDone } = props
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
      continued={continuing(facts, asked.delete)}
      onClose={onClose}
      onDeleted={done}
    />
  )
}
