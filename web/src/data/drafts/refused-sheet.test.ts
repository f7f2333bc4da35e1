import { expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { newId } from '../database/ids.ts'
import { sheetMadeBy } from './refused-sheet.ts'

test('what a refused sheet corrects is known when it is opened again', () => {
  const [sheetId, drawId, corrects] = [newId(), newId(), newId()]
  const ops = (content: object): Op[] => [
    { op: 'create', collection: 'sheets', _id: sheetId, content: { day: '2026-11-30', ...content } },
    { op: 'create', collection: 'draws', _id: drawId, content: { sheet_id: sheetId } },
  ]
  const made = { sheet_id: sheetId, draw_ids: [drawId], day: '2026-11-30' }
  expect(sheetMadeBy(ops({}))).toEqual(made)
  expect(sheetMadeBy(ops({ corrects }))).toEqual({ ...made, corrects })
  expect(sheetMadeBy(ops({ corrects: 7 }))).toEqual(made)
  expect(sheetMadeBy(ops({ corrects }), newId())).toBe(null)
})
