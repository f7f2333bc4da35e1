import type { CodeTap } from '../records/code-event.ts'

/** A tap as it is shown: `at` is an instant, `_id` the record's. */
export interface Tap {
  _id: string
  what: CodeTap
  at: string
  detail?: string
  /** Said to have been a mistake: it stays on the list and counts for nothing. */
  isVoid: boolean
}

/** The length of a cycle of compressions, ms (RECOVER 2024). */
export const CYCLE_MS = 120_000
/** Epinephrine is given again 3 to 5 minutes after the last dose, ms (RECOVER 2024). */
export const EPINEPHRINE_MS = { from: 180_000, to: 300_000 } as const
/** Two taps so close together are perhaps one dose, ms. */
const TWICE_MS = 60_000

export interface CodeState {
  /** The first tap of the run that goes on or was the last; null without any. */
  startedAt: string | null
  /** When it was stopped; null while it goes on. */
  stoppedAt: string | null
  /** Since the start until now or the stop, ms. */
  elapsed: number
  cycle: {
    /** 1 for the first. */
    nth: number
    /** Since it began, ms. */
    elapsed: number
    isOver: boolean
  }
  epinephrine: {
    /** Of this run. */
    doses: number
    /** Since the last dose, ms, perhaps of the run before; null before the first. */
    since: number | null
    state: 'none' | 'waiting' | 'due' | 'overdue'
  }
  shocks: number
  /** Taps of epinephrine within a minute of the one before: perhaps one dose that two people recorded. */
  twice: ReadonlySet<string>
}

/** In the order in which they were made; of one moment by their ids, so that every tablet says the same. */
export const inOrder = <T extends Pick<Tap, '_id' | 'at'>>(taps: readonly T[]): T[] =>
  [...taps].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a._id < b._id ? -1 : 1))

/** The taps since CPR was last started anew, after a stop; two tablets that start it together start it once. */
function lastRun(taps: readonly Tap[]): readonly Tap[] {
  const from = taps.findLastIndex(({ what }, at) => what === 'started' && taps[at - 1]?.what === 'stopped')
  return taps.slice(Math.max(0, from))
}

/**
 * A rhythm check begins the next cycle; within the first minute of one it belongs to that one, as the first look at the rhythm
 * does. After a shock two whole minutes are compressed.
 */
function lastCycle(run: readonly Tap[]): { nth: number; began: string | undefined } {
  let [nth, began] = [1, run[0]?.at]
  for (const { what, at } of run) {
    const isNext = what === 'rhythm' && Date.parse(at) - Date.parse(began ?? at) >= CYCLE_MS / 2
    if (isNext) nth += 1
    if (isNext || what === 'shock') began = at
  }
  return { nth, began }
}

/** The last dose of the taps before a run, while it still counts for when the next one is due. */
function lastDoseBefore(taps: readonly Tap[], start: Tap | undefined): Tap | undefined {
  if (start === undefined) return undefined
  const dose = taps.findLast(({ what }) => what === 'epinephrine')
  const isRecent = dose && Date.parse(start.at) - Date.parse(dose.at) < EPINEPHRINE_MS.to
  return isRecent ? dose : undefined
}

/**
 * Where a code stands: `taps` in any order, of all tablets; `now` in ms. A tap of a tablet whose clock is ahead counts as made
 * now. A tap after the stop means that CPR goes on.
 */
export function codeState(taps: readonly Tap[], now: number): CodeState {
  const counted = inOrder(taps.filter(({ isVoid }) => /* @rule void-tap */ !isVoid))
  const run = lastRun(counted)
  const [first, last] = [run[0], run.at(-1)]
  const stopped = last?.what === 'stopped' ? last : undefined
  const end = stopped === undefined ? now : Date.parse(stopped.at)
  const since = (at: string | undefined) => (at === undefined ? 0 : Math.max(0, end - Date.parse(at)))
  const of = (what: CodeTap) => run.filter((tap) => tap.what === what)
  const given = of('epinephrine')
  const cycle = lastCycle(run)
  const cycleElapsed = since(cycle.began)
  const dose = given.at(-1) ?? lastDoseBefore(counted.slice(0, counted.length - run.length), first)
  const doseSince = dose === undefined ? null : since(dose.at)
  return {
    startedAt: first?.at ?? null,
    stoppedAt: stopped?.at ?? null,
    elapsed: since(first?.at),
    cycle: { nth: cycle.nth, elapsed: cycleElapsed, isOver: cycleElapsed >= CYCLE_MS },
    epinephrine: { doses: given.length, since: doseSince, state: dueState(doseSince) },
    shocks: of('shock').length,
    twice: closeTogether(given),
  }
}

function dueState(since: number | null): CodeState['epinephrine']['state'] {
  if (since === null) return 'none'
  if (since < EPINEPHRINE_MS.from) return 'waiting'
  return since <= EPINEPHRINE_MS.to ? 'due' : 'overdue'
}

function closeTogether(given: readonly Tap[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [place, tap] of given.entries()) {
    const before = given[place - 1]
    if (before === undefined || Date.parse(tap.at) - Date.parse(before.at) >= TWICE_MS) continue
    ids.add(before._id)
    ids.add(tap._id)
  }
  return ids
}

/** 'm:ss', or 'h:mm:ss' from an hour on; of a time that is not yet, '0:00'. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}

/** The taps in order, each with the time since its run was started, ms; null before any run. */
export function timeline<T extends Tap>(taps: readonly T[]): { tap: T; since: number | null }[] {
  let start: number | null = null
  let stopped = false
  return inOrder(taps).map((tap) => {
    const at = Date.parse(tap.at)
    if (!tap.isVoid) {
      if (start === null || (stopped && tap.what === 'started')) start = at
      stopped = tap.what === 'stopped'
    }
    return { tap, since: start === null ? null : at - start }
  })
}
