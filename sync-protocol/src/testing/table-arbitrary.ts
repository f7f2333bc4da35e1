import fc from 'fast-check'
import type { TableEvent } from '../rules/table-events.ts'
import { addBalance, editBalance, editDraw, full, partial, start } from './table-examples.ts'

/** Of 14 steps: what a busy day is made of. */
const STEPS = 'ddddddpppaxeed'

const opening = (pick: number): TableEvent => {
  const balance = 1 + (pick % 3_001)
  const bottle = { bottle_number: 'N9', container_size: balance + (pick % 7), balance }
  const openings = [start(balance), start(balance), start(0), start(-25), start(2425)]
  return openings[pick % 6] ?? start(0, { new_bottle: bottle })
}

/** What a draw still leaves to edit and to part: 0 where the last row is no draw. */
interface Last {
  used: number
}

/** Now and then a further bottle is open, and a reason is given. */
const counted = (pick: number) => ({
  ...(pick % 4 === 0 && { others: [{ bottle_number: 'O1', volume: pick % 700 }] }),
  ...(pick % 3 === 0 && { reason: 'hub loss' }),
})

/** What a person can do at this point; null for what the screen does not offer. */
function eventOf(last: Last, pick: number): TableEvent | null {
  const what = STEPS[pick % STEPS.length]
  const rest = Math.floor(pick / STEPS.length)
  const small = rest % 3 === 0
  const volume = 1 + (rest % (small ? 20 : 5_000))
  const bottle = `B${2 + (rest % 5)}`
  if (what === 'd') {
    last.used = volume
    return full(volume, rest % 10)
  }
  if (what === 'a' || what === 'x') {
    last.used = 0
    return what === 'a'
      ? addBalance(volume, bottle)
      : { ...editBalance((rest % 5_300) - 300), ...counted(rest) }
  }
  if (last.used === 0) return null
  if (what === 'e') {
    last.used = volume
    return editDraw(volume)
  }
  const taken = Math.max(1, Math.round((last.used * (rest % 5)) / 4))
  last.used -= taken
  return { ...partial(taken, bottle, volume), ...counted(rest) }
}

/** One number a step keeps this fast enough for thousands of runs, and still shrinks. */
export const tableEvents = (most = 40): fc.Arbitrary<TableEvent[]> =>
  fc
    .tuple(fc.nat(100_000), fc.array(fc.nat(1_000_000), { maxLength: most, size: 'max' }))
    .map(([first, steps]) => {
      const last: Last = { used: 0 }
      const events = steps.map((pick) => eventOf(last, pick)).filter((event) => event !== null)
      return [opening(first), ...events]
    })

/** The same with at least one draw, which gives the sheet its day. */
export const savedEvents = (most?: number): fc.Arbitrary<TableEvent[]> =>
  fc
    .tuple(tableEvents(most), fc.nat(3_000))
    .map(([events, volume]) =>
      events.some(({ kind }) => kind === 'full_draw') ? events : [...events, full(volume + 1)],
    )
