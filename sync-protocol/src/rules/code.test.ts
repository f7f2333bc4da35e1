import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_TAPS, type CodeTap } from '../records/code-event.ts'
import { clockText, codeState, inOrder, timeline, type Tap } from './code.ts'

const BEGAN = Date.parse('2026-11-20T10:00:00.000Z')
/** A tap so many seconds after the start. */
const tap = (what: CodeTap, seconds: number, more: Partial<Tap> = {}): Tap => ({
  _id: `${what} ${seconds}`,
  what,
  at: new Date(BEGAN + seconds * 1000).toISOString(),
  isVoid: false,
  ...more,
})
const at = (seconds: number) => BEGAN + seconds * 1000

describe('a code', () => {
  it('counts from its start, in cycles of two minutes that a rhythm check begins anew', () => {
    const taps = [tap('started', 0)]
    expect(codeState(taps, at(119)).cycle).toEqual({ nth: 1, elapsed: 119_000, isOver: false })
    expect(codeState(taps, at(120)).cycle.isOver).toBe(true)
    const checked = [...taps, tap('rhythm', 125)]
    expect(codeState(checked, at(130))).toMatchObject({
      elapsed: 130_000,
      cycle: { nth: 2, elapsed: 5000, isOver: false },
    })
    expect(codeState([...checked, tap('shock', 140)], at(150)).cycle).toMatchObject({
      nth: 2,
      elapsed: 10_000,
    })
    // The first look at the rhythm is no end of the first cycle.
    const looked = [...taps, tap('rhythm', 23), tap('rhythm', 59.999)]
    expect(codeState(looked, at(70)).cycle).toEqual({ nth: 1, elapsed: 70_000, isOver: false })
    const later = codeState([...looked, tap('rhythm', 60)], at(70))
    expect(later.cycle).toMatchObject({ nth: 2, elapsed: 10_000 })
  })

  it('says when epinephrine is due again: 3 to 5 minutes after the last dose', () => {
    const taps = [tap('started', 0), tap('epinephrine', 30)]
    const stateAt = (seconds: number) => codeState(taps, at(seconds)).epinephrine
    expect(codeState([tap('started', 0)], at(60)).epinephrine).toEqual({
      doses: 0,
      since: null,
      state: 'none',
    })
    expect(stateAt(209.999)).toMatchObject({ doses: 1, state: 'waiting' })
    expect(stateAt(210).state).toBe('due')
    expect(stateAt(330).state).toBe('due')
    expect(stateAt(330.001).state).toBe('overdue')
  })

  it('does not count what was pressed by mistake', () => {
    const taps = [
      tap('started', 0),
      tap('epinephrine', 30, { isVoid: true }),
      tap('shock', 40, { isVoid: true }),
      tap('stopped', 50, { isVoid: true }),
    ]
    expect(codeState(taps, at(60))).toMatchObject({
      stoppedAt: null,
      elapsed: 60_000,
      shocks: 0,
      epinephrine: { doses: 0, state: 'none' },
    })
  })

  it('stands still from the stop on, and goes on from there when CPR is started again', () => {
    const stopped = [tap('started', 0), tap('epinephrine', 30), tap('stopped', 300)]
    expect(codeState(stopped, at(900))).toMatchObject({
      stoppedAt: '2026-11-20T10:05:00.000Z',
      elapsed: 300_000,
      epinephrine: { since: 270_000, state: 'due' },
    })
    expect(codeState([...stopped, tap('started', 900)], at(910))).toMatchObject({
      startedAt: '2026-11-20T10:15:00.000Z',
      stoppedAt: null,
      elapsed: 10_000,
      epinephrine: { doses: 0, since: null, state: 'none' },
    })
  })

  it('counts a dose of the run before for as long as the next one is not overdue', () => {
    const again = (seconds: number) => [
      tap('started', 0),
      tap('epinephrine', 200),
      tap('stopped', 210),
      tap('started', seconds),
    ]
    const waiting = { doses: 0, since: 110_000, state: 'waiting' }
    expect(codeState(again(300), at(310)).epinephrine).toEqual(waiting)
    const overdue = { doses: 0, since: 301_000, state: 'overdue' }
    expect(codeState(again(499), at(501)).epinephrine).toEqual(overdue)
    expect(codeState(again(500), at(501)).epinephrine).toMatchObject({ since: null, state: 'none' })
  })

  it('goes on where another tablet taps after the stop', () => {
    const taps = [tap('started', 0), tap('stopped', 300), tap('epinephrine', 310)]
    expect(codeState(taps, at(320))).toMatchObject({ stoppedAt: null, elapsed: 320_000 })
    expect(codeState([...taps, tap('started', 315)], at(320)).elapsed).toBe(320_000)
  })

  it('points out epinephrine that was recorded twice within a minute', () => {
    const taps = [tap('started', 0), tap('epinephrine', 30), tap('epinephrine', 89), tap('epinephrine', 149)]
    expect([...codeState(taps, at(200)).twice]).toEqual(['epinephrine 30', 'epinephrine 89'])
  })

  it('takes a tap of a tablet whose clock is ahead for one that is made now', () => {
    expect(codeState([tap('started', 5)], at(0))).toMatchObject({ elapsed: 0, cycle: { elapsed: 0 } })
  })

  it('is the same for the taps of two tablets in any order', () => {
    const anyTap = fc.record({
      _id: fc.uuid(),
      what: fc.constantFrom(...CODE_TAPS),
      at: fc.integer({ min: 0, max: 20 }).map((seconds) => new Date(at(seconds)).toISOString()),
      isVoid: fc.boolean(),
    })
    const taps = fc.uniqueArray(anyTap, { selector: ({ _id }) => _id, maxLength: 12 })
    const shuffled = taps.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(codeState(other, at(30))).toEqual(codeState(all, at(30)))
        expect(inOrder(other)).toEqual(inOrder(all))
      }),
    )
  })
})

it('the timeline says of each tap how long after the start of its run it was', () => {
  const taps = [
    tap('started', 900),
    tap('epinephrine', 930),
    tap('stopped', 300),
    tap('started', 2),
    tap('started', 0),
    tap('shock', 100, { isVoid: true }),
    tap('shock', -5, { isVoid: true }),
  ]
  expect(timeline(taps).map(({ tap: { _id }, since }) => [_id, since])).toEqual([
    ['shock -5', null],
    ['started 0', 0],
    ['started 2', 2000],
    ['shock 100', 100_000],
    ['stopped 300', 300_000],
    ['started 900', 0],
    ['epinephrine 930', 30_000],
  ])
})

it('a clock shows minutes and seconds, and hours where there are any', () => {
  expect([-1, 0, 59_999, 60_000, 754_000, 3_661_000].map(clockText)).toEqual([
    '0:00',
    '0:00',
    '0:59',
    '1:00',
    '12:34',
    '1:01:01',
  ])
})
