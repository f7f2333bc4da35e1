import { expect, test } from 'vitest'
import { balanceFact } from '../testing/fact-examples.ts'
import { addBalance, editBalance, full, partial, sheetId, start } from '../testing/table-examples.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { openBottles } from './open-bottles.ts'
import { previousBalance } from './previous-balance.ts'
import type { TableEvent } from './table-events.ts'

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const contentOf = (...events: TableEvent[]) => balanceContentOf(tableOf(events), ketamine)
const openIn = (...events: TableEvent[]) => openBottles(contentOf(...events))

test('bottles are open beside the one in use while the balance is more than that one holds', () => {
  const two = [start(976), full(100), addBalance(1000, 'B2')]
  expect(openIn(...two)).toEqual({ bottles: ['A1'], carried: false })
  expect(openIn(...two, full(900))).toBeUndefined()
  expect(openIn(...two, editBalance(990))).toBeUndefined()
  expect(openIn(...two, editBalance(1400))).toEqual({ bottles: ['A1'], carried: false })
  expect(openIn(start(100), full(100), addBalance(1000, 'B2'))).toBeUndefined()
})

test('a bottle that a partial draw emptied is not', () => {
  const parted = { ...partial(200, 'C3', 500), others: [{ bottle_number: 'A1', volume: 876 }] }
  const events = [start(976), full(100), addBalance(1000, 'B2'), full(900, 2), full(300, 3), parted]
  expect(openIn(...events)).toEqual({ bottles: ['A1'], carried: false })
})

test('the next sheet knows them by their numbers, over the sheets in between', () => {
  const contents = [
    contentOf(start(976), full(100), addBalance(1000, 'B2')),
    contentOf(start(1876, { bottle_number: 'B2', container_size: 1000 }), full(50)),
    contentOf(start(1826, { bottle_number: 'B2', container_size: 1000 }), addBalance(500, 'C3'), full(5)),
  ]
  const facts = contents.map((content, at) => {
    const { closing } = content
    const open = openBottles(content)
    return balanceFact(at + 1, {
      ...(closing && { closing }),
      ...(open && { open }),
      ...(at > 0 && { previous_id: sheetId(at) }),
    })
  })
  expect(previousBalance(facts.slice(0, 2), ketamine)).toMatchObject({ bottle_number: 'B2', others: ['A1'] })
  expect(previousBalance(facts, ketamine)).toMatchObject({ bottle_number: 'C3', others: ['A1', 'B2'] })
  expect(previousBalance(facts.slice(1), ketamine)?.others).toEqual(['B2'])
  expect(previousBalance([balanceFact(1)], ketamine)).not.toHaveProperty('others')
})
