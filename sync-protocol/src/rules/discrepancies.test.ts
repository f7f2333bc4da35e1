import { expect, test } from 'vitest'
import { balanceFact } from '../testing/fact-examples.ts'
import { drawId, sheetId } from '../testing/table-examples.ts'
import { findDiscrepancies, voidedSheetsOf } from './discrepancies.ts'

const none = { draws: new Set<string>(), sheets: new Set<string>() }
const goneDraw = (k: number) => ({ ...none, draws: new Set([drawId(k)]) })

test('[M8] two sheets from one previous balance are pointed out on both', () => {
  const previous_id = sheetId(1)
  const found = findDiscrepancies(
    [balanceFact(1), balanceFact(2, { previous_id }), balanceFact(3, { previous_id })],
    none,
  )
  expect(Object.fromEntries(found)).toEqual({
    [sheetId(2)]: [{ kind: 'same_previous', previous_id, with: [sheetId(3)] }],
    [sheetId(3)]: [{ kind: 'same_previous', previous_id, with: [sheetId(2)] }],
  })
})

test('[M8] a draw in two sheets is pointed out on both, and a voided draw on the sheet that cites it', () => {
  const found = findDiscrepancies(
    [
      balanceFact(1, { draw_ids: [drawId(1), drawId(1), drawId(2)] }),
      balanceFact(2, { draw_ids: [drawId(1)] }),
      balanceFact(3, { draw_ids: [drawId(3), drawId(3)] }),
    ],
    goneDraw(2),
  )
  expect(Object.fromEntries(found)).toEqual({
    [sheetId(1)]: [
      { kind: 'draw_in_two', draw_id: drawId(1), with: [sheetId(2)] },
      { kind: 'voided_draw', draw_id: drawId(2) },
    ],
    [sheetId(2)]: [{ kind: 'draw_in_two', draw_id: drawId(1), with: [sheetId(1)] }],
  })
})

test('[M8] a sheet that opens with another balance than the one before closed with is pointed out', () => {
  const previous_id = sheetId(1)
  const closing = { bottle_number: 'A1', container_size: 30, balance: 28.9 }
  const found = (opening: number | undefined, before = {}, after = {}) =>
    findDiscrepancies(
      [
        balanceFact(1, { closing, ...before }),
        balanceFact(2, { previous_id, ...(opening !== undefined && { opening }), ...after }),
      ],
      none,
    ).get(sheetId(2))
  expect(found(10)).toEqual([{ kind: 'other_opening', previous_id, opening: 10 }])
  expect(found(30)).toEqual([{ kind: 'other_opening', previous_id, opening: 30 }])
  // So little stays in hubs and needles.
  for (const opening of [28.9, 28.8, 29, undefined]) expect(found(opening)).toBeUndefined()
  expect(found(10, { voided: true })).toBeUndefined()
  expect(found(10, { closing: undefined })).toBeUndefined()
  expect(found(10, {}, { combined: true })).toBeUndefined()
  expect(findDiscrepancies([balanceFact(2, { previous_id, opening: 10 })], none).size).toBe(0)
})

test('[M8] combined and voided sheets share no draw and no previous balance', () => {
  const shared = { previous_id: sheetId(9), draw_ids: [drawId(1)] }
  for (const over of [{ combined: true }, { voided: true }]) {
    expect(
      findDiscrepancies([balanceFact(1, shared), balanceFact(2, { ...shared, ...over })], none).size,
    ).toBe(0)
  }
})

test('[M8] a voided draw is pointed out on a combined sheet too, which may outlive its sheets', () => {
  const shared = { draw_ids: [drawId(1)] }
  const made = [
    balanceFact(1, { ...shared, voided: true }),
    balanceFact(2, { ...shared, combined: true }),
    balanceFact(3, shared),
  ]
  const found = [{ kind: 'voided_draw', draw_id: drawId(1) }]
  expect(Object.fromEntries(findDiscrepancies(made, goneDraw(1)))).toEqual({
    [sheetId(2)]: found,
    [sheetId(3)]: found,
  })
})

test('[M8] two first sheets that begin with the same bottle of a substance are pointed out on both', () => {
  const begun = [
    balanceFact(1, { first_bottle: 'F-1' }),
    balanceFact(2, { first_bottle: ' f-1 ' }),
    balanceFact(3, { first_bottle: 'F-1', drug_concentration: 50 }),
    balanceFact(4, { first_bottle: 'F-1', previous_id: sheetId(1) }),
    balanceFact(5, { first_bottle: 'F-1', combined: true }),
    balanceFact(6, { first_bottle: 'F-2' }),
    balanceFact(7, { first_bottle: '' }),
    balanceFact(8, { first_bottle: '' }),
  ]
  expect(Object.fromEntries(findDiscrepancies(begun, none))).toEqual({
    [sheetId(1)]: [{ kind: 'same_bottle', bottle_number: 'F-1', with: [sheetId(2)] }],
    [sheetId(2)]: [{ kind: 'same_bottle', bottle_number: 'f-1', with: [sheetId(1)] }],
  })
})

test('[M8] a sheet whose previous one was voided says so, unless a combined sheet stands for that', () => {
  const made = [
    balanceFact(1, { voided: true }),
    balanceFact(2, { previous_id: sheetId(1) }),
    balanceFact(3, { voided: true }),
    balanceFact(4, { previous_id: sheetId(3) }),
    balanceFact(5, { combined: true, combined_ids: [sheetId(3)] }),
    balanceFact(6, { previous_id: sheetId(1), combined: true }),
    balanceFact(7, { previous_id: sheetId(1), voided: true }),
  ]
  const sheets = voidedSheetsOf(made)
  expect(Object.fromEntries(findDiscrepancies(made, { ...none, sheets }))).toEqual({
    [sheetId(2)]: [{ kind: 'voided_previous', previous_id: sheetId(1) }],
  })
})

test('10,000 sheets are looked through within a blink', () => {
  const sheets = Array.from({ length: 10_000 }, (_, k) =>
    balanceFact(k, { previous_id: sheetId(k - (k % 2)), draw_ids: [drawId(k), drawId(k + 1)] }),
  )
  expect(findDiscrepancies(sheets, none).size).toBe(10_000)
}, 5_000)
