import { mlText } from 'sync-protocol/rules/ledger-volume'
import { openBeside } from 'sync-protocol/rules/previous-balance-form'
import { Banner } from '../../../ui/banner.tsx'
import { isStarted, previousRenewed } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { fetchedFrom, usePreviousMoved } from './previous-facts.ts'
import { useTable, useTableSession } from './session-context.ts'

/** The last balance sheet is another one than the table was begun from: before the first draw its values are taken over. */
export function NewerBalance() {
  const session = useTableSession()
  const open = useTable(({ flow }) => flow.open)
  const { moved, previous } = usePreviousMoved(open)
  if (moved === null) return null
  const started = isStarted(open)
  return (
    <Banner
      kind="attention"
      title={moved === 'newer' ? text.newerTitle : text.previousGoneTitle}
      {...(!started && {
        action: {
          label: previous === null ? text.enterAnew : text.takeOver,
          onPress: () => session.update((flow) => previousRenewed(flow, fetchedFrom(previous))),
        },
      })}
    >
      {previous !== null &&
        text.newerText([...openBeside(previous), previous.bottle_number], mlText(previous.balance))}{' '}
      {started && (previous === null ? text.startedFromGone : text.startedBefore)}
    </Banner>
  )
}
