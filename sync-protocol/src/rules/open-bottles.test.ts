import { describe, expect, test } from 'vitest'
import type { BalanceContent } from '../records/balance.ts'
import { balanceFact } from '../testing/fact-examples.ts'
import { addBalance, editBalance, full, partial, sheetId, start } from '../testing/table-examples.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { mlText } from './ledger-volume.ts'
import { openBottles } from './open-bottles.ts'
import { startEvents } from './previous-balance-form.ts'
import { previousBalance } from './previous-balance.ts'
import type { TableEvent } from './table-events.ts'

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const contentOf = (...events: TableEvent[]) => balanceContentOf(tableOf(events), ketamine)
const openIn = (...events: TableEvent[]) => openBottles(contentOf(...events))

test('a bottle is open beside the one in use until a person says that it is empty', () => {
  const two = [start(876, { bottle_number: 'K-118', container_size: 1000 }), full(50)]
  const added = [...two, addBalance(1000, 'K-119')]
  const open = { bottles: ['K-118'], carried: false, more: false }
  expect(openIn(...added)).toEqual(open)
  // 8.26 ml may be in either: the rows name the bottle in use alone.
  expect(openIn(...added, full(900, 2))).toEqual(open)
  const counted = (k118: number): TableEvent => ({
    ...editBalance(100),
    others: [{ bottle_number: 'K-118', volume: k118 }],
  })
  expect(openIn(...added, full(900, 2), counted(826))).toEqual(open)
  expect(openIn(...added, full(900, 2), counted(0))).toBeUndefined()
  // Also where it is by the record that nothing is left.
  expect(openIn(...added, full(1826, 2))).toEqual(open)
  expect(openIn(...two, full(826, 2), addBalance(1000, 'K-119'))).toBeUndefined()
})

test('a bottle that a partial draw emptied is not', () => {
  const parted = { ...partial(200, 'C3', 500), others: [{ bottle_number: 'A1', volume: 876 }] }
  const events = [start(976), full(100), addBalance(1000, 'B2'), full(900, 2), full(300, 3), parted]
  expect(openIn(...events)).toEqual({ bottles: ['A1'], carried: false, more: false })
})

test('those without a known number stay among them', () => {
  const more = start(1876, { bottle_number: 'B2', container_size: 1000 })
  expect(openIn(more, full(900))).toEqual({ bottles: [''], carried: false, more: false })
})

/** As an earlier version, or a call, stores a sheet: nothing but its rows says what is open. */
const rowsOnly = (...events: TableEvent[]): BalanceContent => {
  const content = contentOf(...events)
  const { others: _, ...closing } = content.closing ?? { bottle_number: '', container_size: 1, balance: 0 }
  return { ...content, closing }
}
const inRows = (...events: TableEvent[]) => openBottles(rowsOnly(...events))

describe('of a sheet that does not say it, the rows do', () => {
  test('by what they tell for certain: what may hold something is open', () => {
    const two = [start(976), full(100), addBalance(1000, 'B2')]
    const open = { bottles: ['A1'], carried: true, more: false }
    expect(inRows(...two)).toEqual(open)
    expect(inRows(...two, full(900, 2))).toEqual(open)
    expect(inRows(...two, editBalance(990))).toBeUndefined()
    expect(inRows(...two, editBalance(1400))).toEqual(open)
    expect(inRows(...two, full(1876, 2))).toBeUndefined()
    expect(inRows(start(100), full(100), addBalance(1000, 'B2'))).toBeUndefined()
    const parted = { ...partial(200, 'C3', 500), others: [{ bottle_number: 'A1', volume: 876 }] }
    expect(inRows(...two, full(900, 2), full(300, 3), parted)).toEqual(open)
  })

  test('those of the sheet before are among them where it begins with more than its bottle holds', () => {
    const more = start(1876, { bottle_number: 'B2', container_size: 1000 })
    expect(inRows(more, full(50))).toEqual({ bottles: [], carried: true, more: true })
    expect(inRows(more, full(900))).toEqual({ bottles: [], carried: true, more: true })
    expect(inRows(more, full(900), editBalance(700))).toEqual({ bottles: [], carried: true, more: true })
    expect(inRows(more, full(50), editBalance(700))).toBeUndefined()
  })
})

/** Sheets that each continued the one before. */
const chain = (contents: readonly BalanceContent[]) =>
  contents.map((content, at) => {
    const open = openBottles(content)
    return balanceFact(at + 1, {
      ...(content.closing && { closing: content.closing }),
      ...(open && { open }),
      ...(at > 0 && { previous_id: sheetId(at) }),
    })
  })
const others = (...contents: BalanceContent[]) => previousBalance(chain(contents), ketamine)?.others

/** K-118 closes at 8.76 ml. */
const first = contentOf(start(912, { bottle_number: 'K-118', container_size: 1000 }), full(36))
const second: TableEvent[] = [
  start(876, { bottle_number: 'K-118', container_size: 1000, previous_id: sheetId(1) }),
  full(1, 2),
  addBalance(1000, 'K-119'),
  full(899, 3),
]

describe('the next sheet asks for each of them', () => {
  test('also where all that is left could be in the one in use', () => {
    const found = previousBalance(chain([first, contentOf(...second)]), ketamine)
    expect(found).toMatchObject({ bottle_number: 'K-119', balance: 976, others: ['K-118'] })
    expect(others(first, rowsOnly(...second))).toEqual(['K-118'])
  })

  test('until one is counted as empty: a clinic that adds a bottle each day is not asked for all of them', () => {
    const contents = [first]
    let fetched = previousBalance(chain(contents), ketamine)
    const asked: string[][] = []
    for (let day = 0; day < 7; day++) {
      const form = {
        bottle_number: fetched?.bottle_number ?? '',
        container: '10',
        substance: mlText(fetched?.balance ?? 0),
        others: (fetched?.others ?? []).map((bottle_number) => ({ bottle_number, volume: '0' })),
      }
      asked.push(fetched?.others ?? [])
      const events = [...startEvents(form, fetched), full(1, 2), addBalance(1000, `D-${day}`), full(1000, 3)]
      contents.push(contentOf(...events))
      fetched = previousBalance(chain(contents), ketamine)
    }
    expect(asked).toEqual([[], ['K-118'], ['D-0'], ['D-1'], ['D-2'], ['D-3'], ['D-4']])
  })

  test('over the sheets in between that do not say it', () => {
    const plain = rowsOnly(start(976, { bottle_number: 'K-119', container_size: 1000 }), full(50))
    const said = contentOf(...second)
    expect(others(first, said, plain, plain)).toEqual(['K-118'])
    const counted = rowsOnly(
      start(976, { bottle_number: 'K-119', container_size: 1000 }),
      full(50),
      editBalance(0),
    )
    expect(others(first, said, counted)).toBeUndefined()
    // What came before is not looked for among sheets of which none says it: they were begun with one bottle.
    expect(others(first, rowsOnly(...second), plain)).toBeUndefined()
  })

  test('by their numbers, where the sheets in between began with more than their bottle holds', () => {
    const contents = [
      rowsOnly(start(976), full(100), addBalance(1000, 'B2')),
      rowsOnly(start(1876, { bottle_number: 'B2', container_size: 1000 }), full(50)),
      rowsOnly(start(1826, { bottle_number: 'B2', container_size: 1000 }), addBalance(500, 'C3'), full(5)),
    ]
    const facts = chain(contents)
    expect(previousBalance(facts.slice(0, 2), ketamine)).toMatchObject({
      bottle_number: 'B2',
      others: ['A1'],
    })
    expect(previousBalance(facts, ketamine)).toMatchObject({ bottle_number: 'C3', others: ['A1', 'B2'] })
    expect(previousBalance(facts.slice(1), ketamine)?.others).toEqual(['B2'])
    expect(previousBalance([balanceFact(1)], ketamine)).not.toHaveProperty('others')
  })
})
