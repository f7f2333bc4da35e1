import { expect, test } from 'vitest'
import { drawId, full, sheetId, start } from '../testing/table-examples.ts'
import {
  combiningBalances,
  savingBalance,
  savingDraw,
  voidingBalances,
  voidingDraws,
} from './balance-intents.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { emptySingleDraw, singleDrawOf } from './single-draw-form.ts'

const substance = { drug_name: 'Ketamine', drug_concentration: 100 }
const content = balanceContentOf(tableOf([start(), full(1)]), substance)

test('a balance sheet is saved together with the end of its draft', () => {
  const create = { op: 'create', collection: 'balances', _id: sheetId(1), content }
  expect(savingBalance(content, sheetId(1))).toEqual({ action: 'balance.create', ops: [create] })
  expect(savingBalance(content, sheetId(1), { _id: sheetId(2), version: 3 })).toEqual({
    action: 'balance.create',
    ops: [create, { op: 'delete', collection: 'drafts', _id: sheetId(2), base: 3 }],
  })
  expect(combiningBalances(content, sheetId(1))).toEqual({ action: 'balance.combine', ops: [create] })
})

test('deleting voids, with the reason, in as few changes as fit', () => {
  const many = Array.from({ length: 5 }, (_, k) => ({ _id: sheetId(k), version: 1, more: true }))
  const voided = (k: number) => ({
    op: 'void',
    collection: 'balances',
    _id: sheetId(k),
    base: 1,
    reason: 'Wrong bottle',
  })
  expect(voidingBalances(many, ' Wrong bottle ', 3)).toEqual([
    { action: 'balance.delete', ops: [voided(0), voided(1), voided(2)] },
    { action: 'balance.delete', ops: [voided(3), voided(4)] },
  ])
  expect(voidingDraws([{ _id: drawId(1), version: 2 }], 'Entered twice')).toEqual([
    {
      action: 'draw.delete',
      ops: [{ op: 'void', collection: 'draws', _id: drawId(1), base: 2, reason: 'Entered twice' }],
    },
  ])
  expect(voidingDraws([], 'x')).toEqual([])
})

test('a single draw is one change', () => {
  const form = { ...emptySingleDraw(), procedure: 'Dental', patient_name: 'Mia', volume: '1' }
  const draw = singleDrawOf(form, substance, 1, '2026-11-20')
  expect(savingDraw(draw, drawId(1))).toEqual({
    action: 'draw.create',
    ops: [{ op: 'create', collection: 'draws', _id: drawId(1), content: draw }],
  })
})
