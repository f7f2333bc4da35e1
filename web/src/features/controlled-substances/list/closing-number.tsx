import type { BalanceCard } from '../../../data/card-facts.ts'
import { formatNumber } from '../../../ui/format.ts'
import { VolumeNumber } from '../../../ui/volume-number.tsx'
import { balanceListText as text } from './balance-list-text.ts'

interface ClosingNumberProps {
  closing: BalanceCard['closing']
  struck: boolean
}

/** What is left in the bottle: the number of a balance sheet that matters. */
export function ClosingNumber({ closing, struck }: ClosingNumberProps) {
  if (closing === undefined) return null
  return (
    <div className={struck ? 'balance-closing balance-closing-struck' : 'balance-closing'}>
      <span className="visually-hidden">{text.closing}</span>
      <VolumeNumber
        size="small"
        value={formatNumber(closing.balance)}
        state={closing.balance < 0 ? 'flagged' : 'normal'}
      />
      <span className="balance-closing-bottle">{text.bottle(closing.bottle_number)}</span>
    </div>
  )
}
