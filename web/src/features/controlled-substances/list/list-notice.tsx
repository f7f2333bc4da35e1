import { useStore } from 'zustand'
import type { Profile } from 'sync-protocol/wire/accounts'
import { isFilling, syncStatus } from '../../../data/database/sync-status.ts'
import { Banner } from '../../../ui/banner.tsx'
import { discrepanciesText } from '../discrepancies/discrepancies-text.ts'
import { useSheetsToLookAt } from '../discrepancies/use-discrepancies.ts'
import { balanceListText as text } from './balance-list-text.ts'
import { OpenTableList } from './open-table-list.tsx'
import type { useBalances } from './use-balances.ts'

interface ListNoticeProps {
  balances: ReturnType<typeof useBalances>
  user: Profile
  onContinue: (id: string) => void
}

/** Over the rows: what needs a look. */
export function ListNotice({ balances, user, onContinue }: ListNoticeProps) {
  const { discrepancies, only, showOnly } = balances
  const count = useSheetsToLookAt(discrepancies, user._id)
  const filling = useStore(syncStatus, isFilling)
  return (
    <>
      {filling && balances.items.length > 0 && (
        <Banner kind="attention" title={text.loadingTitle}>
          {text.loadingSome}
        </Banner>
      )}
      {only === undefined && <OpenTableList timeZone={user.time_zone} onContinue={onContinue} />}
      {count > 0 && only === undefined && (
        <Banner
          kind="attention"
          title={discrepanciesText.notice(count)}
          action={{ label: discrepanciesText.show, onPress: () => showOnly('discrepancies') }}
        >
          <span className="balance-notice-text">{discrepanciesText.noticeText}</span>
        </Banner>
      )}
    </>
  )
}
