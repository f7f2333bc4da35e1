import { expect, test } from 'vitest'
import type { DrawFacts } from 'sync-protocol/rules/balance-facts'
import { ENTRIES_MAX } from 'sync-protocol/rules/balance-table'
import { newOpenTable } from 'sync-protocol/rules/open-table'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import { allAdded } from './add-all.ts'
import {
  flowOf,
  previousSubmitted,
  previousTyped,
  substanceChosen,
  tableIn,
  undone,
  type CreateFlow,
} from './create-flow.ts'

const id = (n: number) => `0193aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`
const KETAMINE = { drug_name: 'Ketamine', drug_concentration: 100 }

/** The previous balance is entered: so many ml of a bottle of 10 ml. */
function ready(ml: string): CreateFlow {
  const at = '2026-11-20T08:00:00.000Z'
  const fresh = flowOf(newOpenTable(id(1), at, { user_id: id(2), name: 'Ana', at }))
  const typed = { bottle_number: 'A-1', container: '10', substance: ml } as const
  const filled = Object.entries(typed).reduce(
    (flow, [field, value]) => previousTyped(flow, field as keyof typeof typed, value),
    substanceChosen(fresh, KETAMINE, null),
  )
  return previousSubmitted(filled)
}

const draw = (n: number, drug_volume: number, more: Partial<DrawFacts> = {}): DrawFacts => ({
  ...KETAMINE,
  _id: id(100 + n),
  voided: false,
  author_id: id(2),
  author_name: 'Ana',
  date_created: `2026-11-20T08:00:${String(n).padStart(2, '0')}.000Z`,
  drug_volume,
  drug_form: 'INJECTION',
  sheet_id: '-',
  day: '2026-11-20',
  patient_name: `Rex ${n}`,
  reason: 'Dental',
  species: 0,
  ...more,
})
const all = (
  flow: CreateFlow,
  draws: readonly DrawFacts[],
  twice: readonly string[] = [],
  differing: readonly string[] = [],
  corrected: readonly string[] = [],
) =>
  allAdded(flow, {
    draws,
    numbers: new Map(draws.map(({ _id }, at) => [_id, at + 1])),
    isTwice: ({ sheet_id }) => twice.includes(sheet_id),
    isCorrected: ({ sheet_id }) => corrected.includes(sheet_id),
    differs: ({ _id }) => differing.includes(_id),
  })
const left = ({ open }: CreateFlow) => tableIn(open)?.balance
const rows = ({ open }: CreateFlow) =>
  open.events.flatMap((event) => (event.kind === 'full_draw' ? [[event.title, event.procedure_number]] : []))

test('all draws of a day in their order, the first of a table too; UNDO takes them back together', () => {
  const before = ready('5')
  const { flow, added, stopped } = all(before, [draw(1, 0.5), draw(2, 1), draw(3, 0.25)])
  expect([added, stopped, left(flow)]).toEqual([3, null, 325])
  expect(rows(flow)).toEqual([
    ['Rex 1', 1],
    ['Rex 2', 2],
    ['Rex 3', 3],
  ])
  expect(rows(undone(flow, before, flow))).toEqual([])
})

test('none is passed over: it stops before one that has to be measured, is not confirmed, or whose sheet was saved twice', () => {
  const measured = draw(2, 0.003, { enter_measured_volume: true })
  expect(all(ready('5'), [draw(1, 1), measured, draw(3, 1)])).toMatchObject({
    added: 1,
    stopped: { why: 'measure', draw: measured },
  })
  const differs = draw(2, 99)
  expect(all(ready('5'), [draw(1, 1), differs, draw(3, 1)], [], [differs._id])).toMatchObject({
    added: 1,
    stopped: { why: 'differs', draw: differs },
  })
  const twice = draw(1, 1, { sheet_id: id(9) })
  const found = all(ready('5'), [twice, draw(2, 1)], [id(9)])
  expect(found).toMatchObject({ added: 0, stopped: { why: 'twice', draw: twice } })
  expect(rows(found.flow)).toEqual([])
})

test('it stops before a balance below zero: that draw needs a second bottle', () => {
  const { flow, added, stopped } = all(ready('1.5'), [draw(1, 1), draw(2, 0.5), draw(3, 0.01)])
  expect([added, stopped?.why, left(flow)]).toEqual([2, 'below', 0])
})

test('it stops when the table is full', () => {
  const { flow } = all(ready('5'), [draw(1, 0.01)])
  const [start, entry] = flow.open.events
  if (start === undefined || entry?.kind !== 'full_draw') throw new Error('Nothing was added.')
  const nearlyFull = Array.from({ length: ENTRIES_MAX - 2 }, (): TableEvent => ({ ...entry, volume: 0 }))
  const open = { ...flow.open, events: [start, ...nearlyFull] }
  const { added, stopped } = all({ ...flow, open }, [draw(2, 0.01), draw(3, 0.01)])
  expect([added, stopped?.why]).toEqual([0, 'full'])
})

test('it stops before the draw of a sheet that was corrected later, and says so', () => {
  const draws = [draw(1, 0.5), draw(2, 0.4, { sheet_id: id(7) }), draw(3, 0.3)]
  const { added, stopped } = all(ready('10'), draws, [], [], [id(7)])
  expect([added, stopped?.why, stopped?.draw._id]).toEqual([1, 'corrected', id(102)])
  expect(all(ready('10'), draws, [id(7)], [], [id(7)]).stopped?.why).toBe('twice')
})
