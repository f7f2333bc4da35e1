import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { percentile } from '../report.ts'

interface Spread {
  p50: number
  p99: number
}
export interface Target {
  p50Below?: number
  p99Below?: number
  maxBelow?: number
  p50AtLeast?: number
  /** Of our value to the floor's, in the same round; the median of the rounds counts. */
  timesAtMost?: number
  timesAtLeast?: number
  /** Of our 99th percentile to the floor's. */
  p99TimesAtMost?: number
}
interface Row extends Spread {
  measure: string
  unit: string
  runs: number
  floor?: Spread
  times?: number
  p99Times?: number
  target?: string
  met?: boolean
  /** The machine's load average over a minute, when it was measured. */
  load: number
}

const short = (value: number) => Number(value.toPrecision(value < 1000 ? 3 : 5))
const spread = (samples: readonly number[]): Spread => ({
  p50: short(percentile(samples, 0.5)),
  p99: short(percentile(samples, 0.99)),
})

/** Rounds took turns, so that a machine that is busy for a while slows both of a pair. */
function timesFloor(ours: readonly number[], floor: readonly number[]): number {
  if (ours.length !== floor.length) return percentile(ours, 0.5) / percentile(floor, 0.5)
  return percentile(
    ours.map((value, round) => value / (floor[round] ?? Number.NaN)),
    0.5,
  )
}

/** What is asked, in words, and whether it is so. */
interface Times {
  times?: number
  p99Times?: number
}

function judged(target: Target, ours: readonly number[], { times, p99Times }: Times) {
  const limits: [number | undefined, string, (limit: number) => boolean][] = [
    [target.p50Below, 'p50 <', (limit) => percentile(ours, 0.5) < limit],
    [target.p99Below, 'p99 <', (limit) => percentile(ours, 0.99) < limit],
    [target.maxBelow, 'max <', (limit) => Math.max(...ours) < limit],
    [target.p50AtLeast, 'p50 >=', (limit) => percentile(ours, 0.5) >= limit],
    [target.timesAtMost, 'times floor <=', (limit) => (times ?? Infinity) <= limit],
    [target.timesAtLeast, 'times floor >=', (limit) => (times ?? 0) >= limit],
    [target.p99TimesAtMost, 'p99 times floor <=', (limit) => (p99Times ?? Infinity) <= limit],
  ]
  const asked = limits.flatMap(([limit, words, holds]) =>
    limit === undefined ? [] : [{ words: `${words} ${limit}`, holds: holds(limit) }],
  )
  return {
    target: asked.map(({ words }) => words).join(', '),
    met: asked.every(({ holds }) => holds),
  }
}

/** Collects what one measure finds, with its floor of the same run: a table, and `sync-<name>.json` in the folder BENCH_OUT. */
export function newReport(name: string) {
  const rows: Row[] = []
  return {
    add(
      measure: string,
      unit: string,
      ours: readonly number[],
      { floor, target }: { floor?: readonly number[]; target?: Target } = {},
    ): void {
      const found: Times = floor
        ? {
            times: short(timesFloor(ours, floor)),
            p99Times: short(percentile(ours, 0.99) / percentile(floor, 0.99)),
          }
        : {}
      rows.push({
        measure,
        unit,
        runs: ours.length,
        ...spread(ours),
        ...(floor ? { floor: spread(floor) } : {}),
        ...found,
        ...(target ? judged(target, ours, found) : {}),
        load: loadavg()[0] ?? 0,
      })
    },
    end(): void {
      console.table(
        Object.fromEntries(
          rows.map(({ measure, floor, ...row }) => [measure, { ...row, 'floor p50': floor?.p50 }]),
        ),
      )
      const out = process.env['BENCH_OUT']
      const whole = { cpus: availableParallelism(), at: new Date().toISOString(), rows }
      if (out) writeFileSync(join(out, `sync-${name}.json`), JSON.stringify(whole, null, 2))
    },
  }
}
