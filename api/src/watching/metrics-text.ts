/** The text that Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Labels = Readonly<Record<string, string>>
export type Sample = readonly [value: number, labels?: Labels]

interface Series {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines(): string[] | Promise<string[]>
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const escaped = (text: string) => text.replaceAll(/[\\"\n]/g, (sign) => ESCAPES[sign] ?? sign)

function labelled(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

/** The same labels with the same values, in the order in which the series names them. */
class Cells<T> {
  private readonly all = new Map<string, { labels: Labels; cell: T }>()
  private readonly names: readonly string[]
  private readonly make: () => T

  constructor(names: readonly string[], make: () => T) {
    this.names = names
    this.make = make
  }

  of(values: readonly string[]): T {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\n')
    const found = this.all.get(key)
    if (found) return found.cell
    const labels = Object.fromEntries(this.names.map((name, at) => [name, values[at] ?? '']))
    const cell = this.make()
    this.all.set(key, { labels, cell })
    return cell
  }

  lines(write: (cell: T, labels: Labels) => string[]): string[] {
    return [...this.all.values()].flatMap(({ labels, cell }) => write(cell, labels))
  }
}

export interface Counter {
  add(label: string): void
}
export interface Histogram {
  observe(value: number, ...labels: string[]): void
}

/** What a server counts and measures, as one text. Nothing here is shared between two servers of a process. */
export class Metrics {
  private readonly all: Series[] = []

  /** `known`: what the one label may be. It is there from the start, so that a first rise is seen. */
  counter(name: string, help: string, label: string, known: readonly string[]): Counter {
    const cells = new Cells([label], () => ({ count: 0 }))
    for (const value of known) cells.of([value])
    const lines = () => cells.lines(({ count }, with_) => [`${labelled(name, with_)} ${count}`])
    this.all.push({ name, help, type: 'counter', lines })
    return { add: (value) => void cells.of([value]).count++ }
  }

  /** `bounds`: upper ones, rising. */
  histogram(
    name: string,
    help: string,
    bounds: readonly number[],
    labels: readonly string[] = [],
  ): Histogram {
    const cells = new Cells(labels, () => ({ sum: 0, counts: bounds.map(() => 0), more: 0 }))
    if (labels.length === 0) cells.of([])
    const lines = () =>
      cells.lines(({ sum, counts, more }, with_) => {
        let upTo = 0
        const buckets = bounds.map((bound, at) => {
          upTo += counts[at] ?? 0
          return `${labelled(`${name}_bucket`, { ...with_, le: String(bound) })} ${upTo}`
        })
        const count = upTo + more
        return [
          ...buckets,
          `${labelled(`${name}_bucket`, { ...with_, le: '+Inf' })} ${count}`,
          `${labelled(`${name}_sum`, with_)} ${sum}`,
          `${labelled(`${name}_count`, with_)} ${count}`,
        ]
      })
    this.all.push({ name, help, type: 'histogram', lines })
    return {
      observe(value, ...values) {
        const cell = cells.of(values)
        cell.sum += value
        const at = bounds.findIndex((bound) => value <= bound)
        if (at < 0) cell.more++
        else cell.counts[at] = (cell.counts[at] ?? 0) + 1
      },
    }
  }

  /** Read when it is asked for. Where it cannot be, it is left out, and all others are told. */
  gauge(name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>): void {
    this.read('gauge', name, help, read)
  }

  /** A count that somebody else keeps. */
  counted(name: string, help: string, read: () => readonly Sample[]): void {
    this.read('counter', name, help, read)
  }

  private read(
    type: Series['type'],
    name: string,
    help: string,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void {
    const lines = async () =>
      (await read()).map(([value, labels = {}]) => `${labelled(name, labels)} ${value}`)
    this.all.push({ name, help, type, lines })
  }

  async text(): Promise<string> {
    const told = this.all.map(async ({ name, help, type, lines }) => {
      const own = await Promise.resolve()
        .then(lines)
        .catch(() => [])
      return own.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...own]
    })
    return `${(await Promise.all(told)).flat().join('\n')}\n`
  }
}
