import { useStore } from 'zustand'
import type { Profile } from 'sync-protocol/wire/accounts'
import { isFilling, syncStatus } from '../../../data/database/sync-status.ts'
import { Banner } from '../../../ui/banner.tsx'
import { pointedOutText } from '../pointed-out/pointed-out-text.ts'
import { useSheetsToLookAt } from '../pointed-out/use-pointed.ts'
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
  const { pointed, only, showOnly } = balances
  const count = useSheetsToLookAt(pointed, user._id)
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
          title={pointedOutText.notice(count)}
          action={{ label: pointedOutText.show, onPress: () => showOnly('pointed out') }}
        >
          <span className="balance-notice-text">{pointedOutText.noticeText}</span>
        </Banner>
      )}
    </>
  )
}
