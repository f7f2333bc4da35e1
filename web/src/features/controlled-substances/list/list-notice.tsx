import { Banner } from '../../../ui/banner.tsx'
import { discrepanciesText } from '../discrepancies/discrepancies-text.ts'
import { useSheetsToLookAt } from '../discrepancies/use-discrepancies.ts'
import { OpenTableList } from './open-table-list.tsx'
import type { Balances } from './use-balances.ts'

interface ListNoticeProps {
  balances: Balances
  onContinue: (id: string) => void
}

/** Over the rows: what needs a look. */
export function ListNotice({ balances, onContinue }: ListNoticeProps) {
  const { list, discrepancies, only, showOnly } = balances
  const { _id, time_zone } = list.person
  const count = useSheetsToLookAt(discrepancies, _id)
  if (only !== undefined) return null
  return (
    <>
      <OpenTableList timeZone={time_zone} onContinue={onContinue} />
      {count > 0 && (
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
