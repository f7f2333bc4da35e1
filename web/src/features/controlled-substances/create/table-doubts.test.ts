import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import { previousBalance } from 'sync-protocol/rules/previous-balance'
import { usesOfDraws } from 'sync-protocol/rules/draw-list'
import { describe, expect, test } from 'vitest'
import { doubtsOf, previousMoved } from './table-doubts.ts'

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const sheet = (_id: string, order: number, more: Partial<BalanceFacts> = {}): BalanceFacts => ({
  ...ketamine,
  _id,
  order,
  drug_form: 'injection',
  container_size: 20,
  date_start: '2026-11-20',
  date_end: '2026-11-20',
  combined: false,
  voided: false,
  closing: { bottle_number: 'A-1', container_size: 20, balance: 5 },
  draw_ids: [],
  first_bottle: '1',
  author_id: 'ana',
  author_name: 'Ana',
  date_created: '2026-11-20T08:00:00.000Z',
  ...more,
})
const doubts = (drawIds: string[], balances: BalanceFacts[], voided: string[] = []) =>
  doubtsOf(drawIds, balances, usesOfDraws(balances), new Set(voided))

describe('the draws of an open table', () => {
  test('are doubted once each where another sheet that stands has them', () => {
    const other = sheet('other', 0, { draw_ids: ['a', 'b'] })
    expect(doubts(['a', 'c', 'a'], [other])).toEqual([{ kind: 'used_draw', draw_id: 'a', in: other }])
  })

  test('are not doubted for a voided or a combined sheet', () => {
    const [voided, combined] = [{ voided: true }, { combined: true }].map((more, order) =>
      sheet(`sheet ${order}`, order, { ...more, draw_ids: ['a'] }),
    )
    if (!voided || !combined) throw new Error('no sheets')
    expect(doubts(['a'], [voided, combined])).toEqual([])
  })

  test('are named where they were voided', () => {
    expect(doubts(['a', 'b'], [], ['b', 'z'])).toEqual([{ kind: 'voided_draw', draw_id: 'b' }])
  })
})

describe('the previous balance of an open table', () => {
  const moved = (from: BalanceFacts[], now: BalanceFacts[]) => {
    const voided = new Set(now.filter((found) => found.voided).map(({ _id }) => _id))
    return previousMoved(previousBalance(from, ketamine), previousBalance(now, ketamine), (id) =>
      voided.has(id),
    )
  }
  const first = sheet('first', 0)
  const second = sheet('second', 1, { previous_id: 'first' })

  test('is the last one while nothing else was saved or deleted', () => {
    expect(moved([], [])).toBeNull()
    expect(moved([first], [first])).toBeNull()
  })

  test('is not the last one any more after another sheet was saved', () => {
    expect(moved([first], [first, second])).toBe('newer')
    expect(moved([], [first])).toBe('newer')
  })

  test('is gone with its sheet, whether one stands before it or not', () => {
    expect(moved([first], [{ ...first, voided: true }])).toBe('gone')
    expect(moved([first, second], [first, { ...second, voided: true }])).toBe('gone')
  })
})
