import { describe, expect, test } from 'vitest'
import type { Json } from 'sync-protocol/records/json'
import { entriesOf, newOpenTable, readOpenTable } from 'sync-protocol/rules/open-table'
import {
  backToPrevious,
  backToSubstance,
  questionDeclined,
  blanksClosed,
  blanksOpened,
  undone,
  drawAdded,
  drawsClosed,
  drawsOpened,
  flowOf,
  followed,
  formOpened,
  formSubmitted,
  formTyped,
  isFull,
  keepable,
  lastCleared,
  previousSubmitted,
  previousTyped,
  substanceChosen,
  tableIn,
  type CreateFlow,
} from './create-flow.ts'
import { STEP, type FullDraw } from './create-steps.ts'

const id = (n: number) => `0193aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`
const fresh = () =>
  flowOf(
    newOpenTable(id(1), '2026-11-20T08:00:00.000Z', {
      user_id: id(2),
      name: 'Ana',
      at: '2026-11-20T08:00:00.000Z',
    }),
  )
const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const draw = (n: number, volume: number): FullDraw => ({
  kind: 'full_draw',
  draw_id: id(100 + n),
  day: '2026-11-20',
  title: `Rex ${n}`,
  description: '',
  species: 0,
  reason: 'Dental',
  volume,
  procedure_number: n,
})
const typed = (flow: CreateFlow, bottle: string, container: string, substance: string) =>
  previousTyped(
    previousTyped(previousTyped(flow, 'bottle_number', bottle), 'container', container),
    'substance',
    substance,
  )
/** 5 ml of bottle A-1, and two draws of 1 ml. */
const started = () => {
  const ready = previousSubmitted(typed(substanceChosen(fresh(), ketamine, null), 'A-1', '10', '5'))
  return drawAdded(drawAdded(ready, draw(1, 100)), draw(2, 100))
}
const filled = (flow: CreateFlow, values: Record<string, string>) =>
  Object.entries(values).reduce((next, [field, value]) => formTyped(next, field, value), flow)
const entries = ({ open }: CreateFlow) =>
  (tableIn(open)?.entries ?? []).map(({ kind, bottle_number, used, balance }) => [
    kind,
    bottle_number,
    used,
    balance,
  ])

describe('the way to the first draw', () => {
  test('leads from the substance over the previous balance to the list of draws', () => {
    expect(fresh().modal).toEqual({ step: STEP.substance })
    expect(keepable(fresh())).toBeNull()
    const chosen = substanceChosen(fresh(), ketamine, null)
    expect(chosen.modal).toEqual({ step: STEP.previousBalance })
    expect(keepable(chosen)).not.toBeNull()
    const wrong = previousSubmitted(chosen)
    expect(wrong.error).toEqual({ field: 'bottle_number', message: 'Please enter the bottle number.' })
    expect(previousTyped(wrong, 'bottle_number', 'A').error).toBeNull()
    const ready = previousSubmitted(typed(chosen, 'A-1', '10', '5'))
    expect(ready.modal).toEqual({ step: STEP.fullDraw })
    expect(tableIn(ready.open)).toBeNull()
  })

  test('leads back to the substance when the list is closed before the first draw, and not after it', () => {
    const ready = previousSubmitted(typed(substanceChosen(fresh(), ketamine, null), 'A-1', '10', '5'))
    expect(drawsClosed(ready).modal).toEqual({ step: STEP.substance })
    expect(drawsClosed(started()).modal).toBeNull()
    expect(backToSubstance(started())).toEqual(started())
  })

  test('leads one step back from the list to what was entered, until the first draw', () => {
    const typedFirst = typed(substanceChosen(fresh(), ketamine, null), 'A-1', '10', '5')
    const back = backToPrevious(previousSubmitted(typedFirst))
    expect(back).toEqual(typedFirst)
    expect(flowOf(back.open).modal).toEqual({ step: STEP.previousBalance })
    expect(backToPrevious(started())).toEqual(started())
  })

  test('what was typed is there again for the same substance, not for another, nor after another balance', () => {
    const left = drawsClosed(
      previousSubmitted(typed(substanceChosen(fresh(), ketamine, null), 'A-1', '10', '5')),
    )
    const typedThen = { bottle_number: 'A-1', container: '10', substance: '5' }
    const nothing = { bottle_number: '', container: '', substance: '' }
    expect(substanceChosen(left, ketamine, null).open.previous).toEqual(typedThen)
    const other = substanceChosen(left, { ...ketamine, drug_concentration: 50 }, null)
    expect(other.open.previous).toEqual(nothing)
    const fetched = { previous_id: id(9), bottle_number: 'B-1', container_size: 1000, balance: 300 }
    expect(substanceChosen(left, ketamine, fetched).open.previous).toEqual({
      bottle_number: 'B-1',
      container: '10',
      substance: '3',
    })
  })

  test('asks why the count is another than the closing balance, and writes that as the first row after it', () => {
    const fetched = { previous_id: id(9), bottle_number: 'A-1', container_size: 3000, balance: 2890 }
    const ten = previousTyped(substanceChosen(fresh(), ketamine, fetched), 'substance', '10')
    const asked = previousSubmitted(ten)
    expect(asked.modal).toEqual({ step: STEP.previousBalance })
    expect(asked.error?.field).toBe('reason')
    const said = previousTyped(ten, 'reason', 'spill')
    expect(readOpenTable(JSON.parse(JSON.stringify(said.open)) as Json)).toEqual(said.open)
    const first = drawAdded(previousSubmitted(said), draw(1, 100))
    expect(entries(first)).toEqual([
      ['opening', 'A-1', null, 2890],
      ['adjustment', 'A-1', null, 1000],
      ['draw', 'A-1', 100, 900],
    ])
    expect(tableIn(first.open)?.entries[1]?.description).toBe('Difference -18.9 ml: spill')
  })

  test('CLEAR LAST ENTRY takes nothing of what the previous balance wrote, and that is no entry', () => {
    const fetched = { previous_id: id(9), bottle_number: 'A-1', container_size: 3000, balance: 2890 }
    const ten = previousTyped(substanceChosen(fresh(), ketamine, fetched), 'substance', '10')
    const ready = previousSubmitted(previousTyped(ten, 'reason', 'spill'))
    expect(entriesOf(ready.open)).toBe(0)
    const first = drawAdded(ready, draw(1, 100))
    expect(entriesOf(first.open)).toBe(1)
    const kept = JSON.parse(JSON.stringify(lastCleared(first).open)) as Json
    const cleared = flowOf(readOpenTable(kept) ?? first.open)
    expect(entries(cleared).at(-1)).toEqual(['adjustment', 'A-1', null, 1000])
    expect(tableIn(cleared.open)?.mayClear).toBe(false)
    expect(lastCleared(cleared)).toBe(cleared)
    expect(entriesOf(cleared.open)).toBe(0)
    // What comes after it, before a draw too, is cleared.
    const added = formSubmitted(
      filled(formOpened(cleared, 'add_balance'), { bottle_number: 'A-2', volume: '10' }),
    )
    expect(entriesOf(added.open)).toBe(1)
    expect(entries(lastCleared(added))).toEqual(entries(cleared))
  })

  test('an earlier version that did not ask is asked again before the first draw', () => {
    const fetched = { previous_id: id(9), bottle_number: 'A-1', container_size: 3000, balance: 2890 }
    const ten = previousTyped(substanceChosen(fresh(), ketamine, fetched), 'substance', '10')
    expect(flowOf({ ...ten.open, confirmed: true }).modal).toEqual({ step: STEP.previousBalance })
    const said = previousTyped(ten, 'reason', 'spill').open
    expect(flowOf({ ...said, confirmed: true }).modal).toEqual({ step: STEP.fullDraw })
  })

  test('keeps what is typed of each open bottle, and asks before all of them are below zero', () => {
    const fetched = {
      previous_id: id(9),
      bottle_number: 'K-119',
      container_size: 1000,
      balance: 1876,
      others: ['K-118'],
    }
    const chosen = substanceChosen(fresh(), ketamine, fetched)
    const counted = previousTyped(previousTyped(chosen, 'substance', '8.76'), 'others.0', '10')
    expect(counted.open.previous.others).toEqual([{ bottle_number: 'K-118', volume: '10' }])
    expect(readOpenTable(JSON.parse(JSON.stringify(counted.open)) as Json)).toEqual(counted.open)
    const table = tableIn(drawAdded(previousSubmitted(counted), draw(1, 100)).open)
    expect([table?.balance, table?.others]).toEqual([1776, ['K-118']])

    const none = previousTyped(previousTyped(counted, 'substance', '-1'), 'others.0', '0')
    const below = previousSubmitted(previousTyped(none, 'reason', 'counted'))
    expect(below.modal).toEqual({ step: STEP.previousBalance, below: true })
    expect(questionDeclined(below).modal).toEqual({ step: STEP.previousBalance })
    expect(previousSubmitted(below, true).modal).toEqual({ step: STEP.fullDraw })
  })

  test('asks what is left in the bottle of the closing where one is typed that it does not know', () => {
    const fetched = { previous_id: id(9), bottle_number: 'K-1', container_size: 1000, balance: 1000 }
    const other = typed(substanceChosen(fresh(), ketamine, fetched), 'K-2', '10', '10')
    expect(previousSubmitted(other).error?.field).toBe('others.0')
    const none = previousTyped(other, 'others.0', '0')
    expect(none.open.previous.others).toEqual([{ bottle_number: 'K-1', volume: '0' }])
    expect(previousSubmitted(none).error?.field).toBe('reason')
    const said = previousSubmitted(previousTyped(none, 'reason', 'broken'))
    expect(entries(drawAdded(said, draw(1, 100)))).toEqual([
      ['opening', 'K-1', null, 1000],
      ['adjustment', 'K-1', null, 0],
      ['bottle', 'K-2', null, 1000],
      ['draw', 'K-2', 100, 900],
    ])
  })

  test('takes an unchanged fetched balance of 0, and a new bottle over it as a row of its own', () => {
    const fetched = { previous_id: id(9), bottle_number: 'A-1', container_size: 1000, balance: 0 }
    const zero = substanceChosen(fresh(), ketamine, fetched)
    expect(zero.open.previous).toEqual({ bottle_number: 'A-1', container: '10', substance: '0' })
    expect(entries(drawAdded(previousSubmitted(zero), draw(1, 100)))).toEqual([
      ['opening', 'A-1', null, 0],
      ['draw', 'A-1', 100, -100],
    ])
    const next = previousSubmitted(typed(zero, 'A-2', '10', '10'))
    expect(entries(drawAdded(next, draw(1, 100)))).toEqual([
      ['opening', 'A-1', null, 0],
      ['bottle', 'A-2', null, 1000],
      ['draw', 'A-2', 100, 900],
    ])
  })
})

describe('the open table', () => {
  test('keeps the list open for the next draw, until a balance is below zero', () => {
    const flow = drawsOpened(started())
    expect(drawAdded(flow, draw(3, 300)).modal).toEqual({ step: STEP.fullDraw })
    expect(drawAdded(flow, draw(3, 301)).modal).toBeNull()
  })

  test('splits the last draw over two bottles; clearing it gives the whole draw back', () => {
    const below = drawAdded(started(), draw(3, 400))
    const form = filled(formOpened(below, 'partial_draw'), {
      drawn: '3',
      bottle_number: 'A-2',
      container: '10',
    })
    const split = formSubmitted(form)
    expect(split.modal).toBeNull()
    expect(entries(split).slice(3)).toEqual([
      ['draw', 'A-1', 300, 0],
      ['bottle', 'A-2', null, 1000],
      ['draw', 'A-2', 100, 900],
    ])
    expect(entries(lastCleared(split))).toEqual(entries(below))
  })

  test('asks before a balance below zero is recorded, and keeps the form until YES', () => {
    const form = filled(formOpened(started(), 'edit_balance'), { volume: '-0.5' })
    expect(formSubmitted(form).error?.field).toBe('reason')
    const asked = formSubmitted(formTyped(form, 'reason', 'counted'))
    expect(asked.modal).toEqual({ step: STEP.volumeForm, below: true })
    expect(asked.open.form).toEqual({ kind: 'edit_balance', volume: '-0.5', reason: 'counted' })
    expect(tableIn(formSubmitted(asked, true).open)?.balance).toBe(-50)
  })

  test('asks the same where a partial draw says that another bottle holds less than zero', () => {
    const added = formSubmitted(
      filled(formOpened(started(), 'add_balance'), { bottle_number: 'A-2', volume: '10' }),
    )
    const form = filled(formOpened(drawAdded(added, draw(3, 100)), 'partial_draw'), {
      drawn: '0.5',
      'others.0': '-5',
      bottle_number: 'A-3',
      container: '10',
      reason: 'counted',
    })
    const asked = formSubmitted(form)
    expect(asked.modal).toEqual({ step: STEP.volumeForm, below: true })
    expect(asked.open.events).toBe(form.open.events)
    expect(tableIn(formSubmitted(asked, true).open)?.balance).toBe(450)
  })

  test('asks for each open bottle, and keeps what was typed of it', () => {
    const added = formSubmitted(
      filled(formOpened(started(), 'add_balance'), { bottle_number: 'A-2', volume: '10' }),
    )
    const form = filled(formOpened(added, 'edit_balance'), { volume: '10' })
    expect(formSubmitted(form).error?.field).toBe('others.0')
    expect(formTyped(form, 'others.1', '1')).toBe(form)
    const whole = formTyped(formTyped(form, 'others.0', '2.5'), 'reason', 'spill')
    expect(readOpenTable(JSON.parse(JSON.stringify(whole.open)) as Json)).toEqual(whole.open)
    const before = tableIn(added.open)?.balance ?? 0
    expect(entries(formSubmitted(whole)).at(-1)).toEqual(['adjustment', 'A-2', null, 1250])
    expect(tableIn(formSubmitted(whole).open)?.entries.at(-1)?.description).toBe(
      `Difference ${(1250 - before) / 100} ml: spill`,
    )
  })

  test('a form that is wrong says so at its field and writes nothing', () => {
    const wrong = formSubmitted(filled(formOpened(started(), 'add_balance'), { bottle_number: 'a-1' }))
    expect(wrong.error).toEqual({
      field: 'bottle_number',
      message: 'New bottle number cannot be the same as the old bottle number.',
    })
    expect(wrong.open.events).toHaveLength(3)
  })

  test('a partial draw is offered only after a draw', () => {
    const added = formSubmitted(
      filled(formOpened(started(), 'add_balance'), { bottle_number: 'A-2', volume: '10' }),
    )
    expect(formOpened(added, 'partial_draw')).toBe(added)
    expect(formOpened(added, 'edit_draw')).toBe(added)
  })

  test('UNDO of a cleared entry holds only as long as nothing came after it', () => {
    const before = started()
    const after = lastCleared(before)
    expect(undone(after, before, after).open).toBe(before.open)
    const later = drawAdded(after, draw(3, 100))
    expect(undone(later, before, after)).toBe(later)
  })

  test('blank sheets lead back to what was open', () => {
    const chosen = substanceChosen(fresh(), ketamine, null)
    expect(blanksClosed(blanksOpened(chosen)).modal).toEqual(chosen.modal)
    expect(blanksOpened(fresh()).modal).toEqual({ step: STEP.substance })
  })

  test('is full before a change could grow too large to be sent', () => {
    const events = [
      ...started().open.events,
      ...Array.from({ length: 1_900 }, (_, n) => ({ ...draw(n, 1), description: 'x'.repeat(30) })),
    ]
    const open = { ...started().open, events }
    expect(isFull(started().open)).toBe(false)
    expect(isFull(open)).toBe(true)
    expect(JSON.stringify(open).length * 2).toBeLessThan(1_048_576)
  })
})

test('a draw that is edited far from its record is asked about first, and NO leads back to the form', () => {
  const close = formSubmitted(filled(formOpened(started(), 'edit_draw'), { volume: '1.1' }))
  expect(entries(close).at(-1)).toEqual(['draw', 'A-1', 110, 290])
  const form = filled(formOpened(started(), 'edit_draw'), { volume: '2.4' })
  const asked = formSubmitted(form)
  expect(asked.modal).toEqual({ step: STEP.editDraw, far: true })
  expect(entries(asked)).toEqual(entries(form))
  expect(questionDeclined(asked)).toEqual(form)
  const sure = formSubmitted(asked, true)
  expect(entries(sure).at(-1)).toEqual(['draw', 'A-1', 240, 160])
  expect(sure.modal).toBeNull()
})

describe('what is kept of a table', () => {
  test('comes back where it was left, also in the middle of a form', () => {
    const states = [
      substanceChosen(fresh(), ketamine, null),
      previousSubmitted(typed(substanceChosen(fresh(), ketamine, null), 'A-1', '10', '5')),
      filled(formOpened(started(), 'partial_draw'), { drawn: '1' }),
      filled(formOpened(started(), 'edit_draw'), { volume: '0.5' }),
    ]
    for (const state of states) {
      const open = readOpenTable(JSON.parse(JSON.stringify(state.open)))
      expect(open && flowOf(open)).toEqual(state)
    }
  })

  test('is null for what another version wrote', () => {
    expect(readOpenTable({ ...JSON.parse(JSON.stringify(started().open)), format: 2 })).toBeNull()
    expect(readOpenTable(undefined)).toBeNull()
  })

  test('another tablet’s entries come under the list that is open here', () => {
    const flow = drawsOpened(started())
    const theirs = drawAdded(started(), draw(3, 100))
    expect(followed(flow, theirs.open)).toEqual({ ...flow, open: theirs.open })
    expect(followed(formOpened(flow, 'add_balance'), theirs.open).modal).toBeNull()
  })
})
