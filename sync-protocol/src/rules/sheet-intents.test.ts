import fc from 'fast-check'
import { expect, it } from 'vitest'
import { voidingSheets } from './sheet-intents.ts'

const sheet = (id: number) => ({ _id: `sheet-${id}`, version: id })
const draw = (id: string, sheetId: number) => ({ _id: id, version: 1, sheet_id: `sheet-${sheetId}` })

it('[Q-21] voids a sheet with its draws in one change, and no draw of another sheet', () => {
  const [intent, ...more] = voidingSheets(
    [sheet(1)],
    [draw('a', 1), draw('b', 2), draw('c', 1)],
    'Sheet deleted',
  )
  expect(more).toEqual([])
  expect(intent?.action).toBe('sheet.delete')
  expect(intent?.ops.map((op) => [op.op, op.collection, op._id, 'base' in op && op.base])).toEqual([
    ['void', 'sheets', 'sheet-1', 1],
    ['void', 'draws', 'a', 1],
    ['void', 'draws', 'c', 1],
  ])
})

it('[Q-21] never parts a sheet from its draws, nor exceeds the size of a change', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 }), (drawCounts) => {
      const sheets = drawCounts.map((_, id) => sheet(id))
      const draws = drawCounts.flatMap((count, id) =>
        Array.from({ length: count }, (_, at) => draw(`${id}-${at}`, id)),
      )
      const intents = voidingSheets(sheets, draws, 'Sheet deleted', 10)
      for (const { ops } of intents) {
        expect(ops.length).toBeLessThanOrEqual(10)
        const here = new Set(ops.map((op) => op._id))
        for (const one of draws) expect(here.has(one._id)).toBe(here.has(one.sheet_id))
      }
      expect(intents.flatMap(({ ops }) => ops)).toHaveLength(sheets.length + draws.length)
    }),
  )
})
