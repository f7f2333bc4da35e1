import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'

export interface Row {
  measure: string
  unit: 'ms' | 'KB' | 'frames' | 'records/s'
  runs: number
  p50: number
  p99: number
  max: number
  /** What the median has to stay below. */
  'p50 below'?: number
  met?: boolean
  /** The machine's load average over a minute, when it was measured. */
  load: number
}

/** The value that `part` of the samples do not exceed; 0.5 is the median. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}

const short = (value: number) => Number(value.toPrecision(value < 1000 ? 3 : 5))

/** Collects what one bench measures: a table on the screen, `<name>.json` in the folder BENCH_OUT. */
export function newReport(name: string) {
  const rows: Row[] = []
  return {
    add(measure: string, unit: Row['unit'], samples: readonly number[], below?: number): void {
      const p50 = percentile(samples, 0.5)
      rows.push({
        measure,
        unit,
        runs: samples.length,
        p50: short(p50),
        p99: short(percentile(samples, 0.99)),
        max: short(percentile(samples, 1)),
        ...(below === undefined ? {} : { 'p50 below': below, met: p50 < below }),
        load: loadavg()[0] ?? 0,
      })
    },
    end(): void {
      console.table(Object.fromEntries(rows.map(({ measure, ...row }) => [measure, row])))
      const out = process.env['BENCH_OUT']
      const whole = { cpus: availableParallelism(), at: new Date().toISOString(), rows }
      if (out) writeFileSync(join(out, `${name}.json`), JSON.stringify(whole, null, 2))
    },
  }
}
