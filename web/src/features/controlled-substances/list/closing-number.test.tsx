import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BalanceCard } from '../../../data/lists/card-facts.ts'
import { ClosingNumber } from './closing-number.tsx'

const shown = (balance: Partial<BalanceCard>) =>
  renderToStaticMarkup(<ClosingNumber balance={balance as BalanceCard} struck={false} />)

test('a balance that is in several bottles is not shown beside one of them alone', () => {
  const closing = { bottle_number: 'K-119', container_size: 10, balance: 18.76 }
  expect(shown({ closing })).toContain('>bottle K-119<')
  expect(shown({ closing, open: { bottles: ['K-118'], carried: false, more: false } })).toContain(
    '>bottles K-118 and K-119<',
  )
  expect(shown({ closing, open: { bottles: [], carried: true, more: true } })).toContain(
    '>bottle K-119 and the other bottles<',
  )
  expect(shown({})).toBe('')
})
