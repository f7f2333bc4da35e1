import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { percentile } from '../report.ts'

export interface Target {
  p50Below?: number
  p95Below?: number
  maxBelow?: number
  /** Every sample is at most this. */
  atMost?: number
  /** Every sample is at least this. */
  atLeast?: number
  p50AtLeast?: number
}
interface Row {
  measure: string
  unit: string
  runs: number
  p50: number
  p95: number
  max: number
  target?: string
  met?: boolean
  /** The machine's load average over a minute, when it was measured. */
  load: number
}

const short = (value: number) => Number(value.toPrecision(value < 1000 ? 3 : 5))

function judged(target: Target, samples: readonly number[]) {
  const max = Math.max(...samples)
  const limits: [number | undefined, string, (limit: number) => boolean][] = [
    [target.p50Below, 'p50 <', (limit) => percentile(samples, 0.5) < limit],
    [target.p95Below, 'p95 <', (limit) => percentile(samples, 0.95) < limit],
    [target.maxBelow, 'max <', (limit) => max < limit],
    [target.atMost, '<=', (limit) => max <= limit],
    [target.p50AtLeast, 'p50 >=', (limit) => percentile(samples, 0.5) >= limit],
    [target.atLeast, '>=', (limit) => Math.min(...samples) >= limit],
  ]
  const asked = limits.flatMap(([limit, words, holds]) =>
    limit === undefined ? [] : [{ words: `${words} ${limit}`, holds: holds(limit) }],
  )
  return { target: asked.map(({ words }) => words).join(', '), met: asked.every(({ holds }) => holds) }
}

/** Collects what one measure finds: a table on the screen, `ui-<name>.json` in the folder BENCH_OUT. */
export function newReport(name: string) {
  const rows: Row[] = []
  return {
    add(measure: string, unit: string, samples: readonly number[], target?: Target): void {
      rows.push({
        measure,
        unit,
        runs: samples.length,
        p50: short(percentile(samples, 0.5)),
        p95: short(percentile(samples, 0.95)),
        max: short(Math.max(...samples)),
        ...(target && judged(target, samples)),
        load: loadavg()[0] ?? 0,
      })
    },
    end(): void {
      console.table(Object.fromEntries(rows.map(({ measure, ...row }) => [measure, row])))
      const out = process.env['BENCH_OUT']
      const whole = { cpus: availableParallelism(), at: new Date().toISOString(), rows }
      if (out) writeFileSync(join(out, `ui-${name}.json`), JSON.stringify(whole, null, 2))
    },
  }
}
