import { closingBottles } from 'sync-protocol/rules/open-bottles'
import type { BalanceCard } from '../../../data/lists/card-facts.ts'
import { formatNumber } from '../../../ui/format.ts'
import { VolumeNumber } from '../../../ui/volume-number.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { balanceListText as text } from './balance-list-text.ts'

interface ClosingNumberProps {
  balance: BalanceCard
  struck: boolean
}

/** What is left, and in which bottles: the number of a balance sheet that matters. */
export function ClosingNumber({ balance, struck }: ClosingNumberProps) {
  const { closing, open } = balance
  if (closing === undefined) return null
  return (
    <span className={`balance-closing volume-column${struck ? ' balance-closing-struck' : ''}`}>
      <span className="visually-hidden">{text.closing}</span>
      <VolumeNumber
        size="small"
        value={formatNumber(closing.balance)}
        state={closing.balance < 0 ? 'flagged' : 'normal'}
      />
      <span className="balance-closing-bottle">
        {substanceText.bottles(closingBottles(closing.bottle_number, open))}
      </span>
    </span>
  )
}
