import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { found } from './ledger-entries.ts'
import { LedgerRow } from './ledger-row.tsx'
import { ledgerText as text } from './ledger-text.ts'
import type { VerifiedLedger } from './use-ledger.ts'

interface LedgerListProps {
  ledger: VerifiedLedger
  timeZone: string
}

/** Every entry in words, the newest first. */
export function LedgerList({ ledger: { entries, followed }, timeZone }: LedgerListProps) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed)
  const rows = useMemo(() => found(entries, searched), [entries, searched])
  const keyOfRow = useCallback((index: number) => rows[index]?.key ?? '', [rows])
  const broken = followed.told.ok ? undefined : followed.told.n
  if (entries.length === 0) return null
  return (
    <>
      <div className="ledger-search">
        <SearchBox label={text.search} value={typed} onChange={setTyped} />
        <span className="quiet" aria-live="polite">
          {text.shown(rows.length)}
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          title={text.nothingFound}
          text={text.nothingFoundText}
          action={{ label: text.clear, onPress: () => setTyped('') }}
        />
      ) : (
        <VirtualList
          className="ledger-rows"
          label={text.list}
          count={rows.length}
          gap={0}
          estimate={56}
          isEven
          arrangement={searched}
          itemKey={keyOfRow}
          renderItem={(index) => {
            const entry = rows[index]
            return entry && <LedgerRow entry={entry} broken={entry.n === broken} timeZone={timeZone} />
          }}
        />
      )}
    </>
  )
}
