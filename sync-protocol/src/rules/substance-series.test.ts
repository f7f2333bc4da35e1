import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBalance, editBalance, full, partial, sheetId, start } from '../testing/table-examples.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import type { CombineSource } from './combine-order.ts'
import { dayNumber, dayOfNumber, mondayOf, seriesOf, seriesSince } from './substance-series.ts'
import type { TableEvent } from './table-events.ts'

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const sheet = (k: number, events: TableEvent[]): CombineSource => ({
  _id: sheetId(k),
  content: balanceContentOf(tableOf(events), ketamine),
})
const goingOn = (balance: number, k: number) => start(balance, { previous_id: sheetId(k) })

describe('the balance of a substance over time', () => {
  test('is the steps of its sheets in the order of their chain: draws, bottles and adjustments', () => {
    const second = sheet(1, [goingOn(1650, 2), full(150, 9, { day: '2026-11-24' }), editBalance(1600)])
    const first = sheet(2, [start(2000), full(100), addBalance(500), full(750, 2)])
    const { points } = seriesOf([second, first])
    expect(points.map(({ day, kind, change, balance }) => [day, kind, change, balance])).toEqual([
      ['2026-11-20', 'opening', 2000, 2000],
      ['2026-11-20', 'draw', -100, 1900],
      ['2026-11-20', 'bottle', 500, 2400],
      ['2026-11-20', 'draw', -750, 1650],
      ['2026-11-24', 'draw', -150, 1500],
      ['2026-11-24', 'adjustment', 100, 1600],
    ])
    expect(points.map(({ at }) => at - dayNumber('2026-11-20'))).toEqual([0, 0.25, 0.5, 0.75, 4, 4.5])
    expect(points[3]).toMatchObject({ title: 'Patient 2', sheet_id: sheetId(2) })
  })

  test('of two sheets of one day the one that goes on comes second, whatever their ids', () => {
    const day = [start(2000), full(100)]
    const { points } = seriesOf([sheet(1, [goingOn(1900, 2), full(300, 2)]), sheet(2, day)])
    expect(points.map(({ balance }) => balance)).toEqual([2000, 1900, 1600])
  })

  test('of two first sheets of one day the last one of the feed comes last', () => {
    const begun = (k: number, ml: number) => sheet(k, [start(1000), full(ml, k)])
    const last = (...sheets: CombineSource[]) => seriesOf(sheets).points.at(-1)?.balance
    expect(last(begun(1, 100), begun(2, 40))).toBe(960)
    expect(last({ ...begun(1, 100), order: 1 }, { ...begun(2, 40), order: 0 })).toBe(900)
  })

  test('an opening that is not the balance before is a step of its own', () => {
    const { points } = seriesOf([
      sheet(1, [start(2000), full(100)]),
      sheet(2, [start(1800), full(100, 2, { day: '2026-11-21' })]),
    ])
    expect(points[2]).toMatchObject({ kind: 'opening', change: -100, balance: 1800 })
  })

  test('each step says its page, and why: of a draw what it was for, of an adjustment what was typed', () => {
    const many = Array.from({ length: 30 }, (_each, n) => full(10, n))
    const { points } = seriesOf([
      sheet(1, [
        start(2000),
        ...many,
        { ...editBalance(1600), reason: 'Spilled: two drops' },
        editBalance(1500),
      ]),
    ])
    expect(points.map(({ page }) => page)).toEqual([...Array(24).fill(1), ...Array(9).fill(2)])
    expect(points.slice(-3).map(({ kind, change, reason }) => [kind, change, reason])).toEqual([
      ['draw', -10, 'Castration'],
      ['adjustment', -100, 'Spilled: two drops'],
      ['adjustment', -100, ''],
    ])
    expect(points[0]?.reason).toBe('')
  })

  test('use per week runs from Monday to Sunday, with the weeks that used nothing', () => {
    const { weeks } = seriesOf([
      sheet(1, [start(5000), full(100, 1, { day: '2026-11-22' })]),
      sheet(2, [
        goingOn(4900, 1),
        full(200, 2, { day: '2026-12-07' }),
        partial(50),
        full(25, 3, { day: '2026-12-07' }),
      ]),
    ])
    expect(weeks).toEqual([
      { monday: '2026-11-16', used: 100 },
      { monday: '2026-11-23', used: 0 },
      { monday: '2026-11-30', used: 0 },
      { monday: '2026-12-07', used: 225 },
    ])
  })

  test('a part of it begins with the balance before', () => {
    const series = seriesOf([
      sheet(1, [start(2000), full(100)]),
      sheet(2, [goingOn(1900, 1), full(200, 2, { day: '2026-12-07' })]),
    ])
    const part = seriesSince(series, '2026-12-09')
    // In whole weeks: the draw of the Monday is among the steps as it is in the use.
    expect(part.points.map(({ balance }) => balance)).toEqual([1900, 1700])
    expect(part.weeks).toEqual([{ monday: '2026-12-07', used: 200 }])
    const after = seriesSince(series, '2026-12-14')
    expect(after.points.map(({ balance }) => balance)).toEqual([1700])
    expect(after.weeks).toEqual([])
    expect(seriesSince(series, '2026-12-01').points.map(({ balance }) => balance)).toEqual([1900, 1700])
    expect(seriesSince(series, '2020-01-01')).toEqual(series)
  })

  test('the rest of a draw from a new bottle is marked as no draw of its own', () => {
    const { points } = seriesOf([sheet(1, [start(100), full(150), partial(100)])])
    const draws = points.filter(({ kind }) => kind === 'draw')
    expect(draws.map(({ change, remainder }) => [change, remainder])).toEqual([
      [-100, undefined],
      [-50, true],
    ])
  })

  test('of nothing is nothing', () => {
    expect(seriesOf([])).toEqual({ points: [], weeks: [] })
    expect(seriesSince({ points: [], weeks: [] }, '2026-11-20')).toEqual({ points: [], weeks: [] })
  })

  test('property: each step is the one before and its change; weeks hold all that was used; time never runs back', () => {
    const use = fc.record({
      gap: fc.integer({ min: 0, max: 40 }),
      volumes: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 30 }),
    })
    fc.assert(
      fc.property(fc.array(use, { minLength: 1, maxLength: 8 }), (uses) => {
        let at = dayNumber('2025-12-20')
        let balance = 9_000_000
        let used = 0
        const sheets = uses.map(({ gap, volumes }, k) => {
          at += gap
          const events = [k === 0 ? start(balance) : goingOn(balance, k - 1)]
          for (const volume of volumes) {
            events.push(full(volume, used, { day: dayOfNumber(at) }))
            balance -= volume
            used += volume
          }
          return sheet(k, events)
        })
        const { points, weeks } = seriesOf(sheets)
        for (const [n, point] of points.entries()) {
          const before = points[n - 1]
          expect(point.balance).toBe((before?.balance ?? 0) + point.change)
          if (before) expect(point.at).toBeGreaterThan(before.at)
          expect(dayOfNumber(point.at)).toBe(point.day)
        }
        expect(points.at(-1)?.balance).toBe(balance)
        expect(weeks.reduce((sum, week) => sum + week.used, 0)).toBe(used)
        for (const { monday } of weeks) expect(mondayOf(monday)).toBe(monday)
      }),
    )
  })
})
