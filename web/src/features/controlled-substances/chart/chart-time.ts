import { dayNumber, type SubstanceSeries } from 'sync-protocol/rules/substance-series'

const WEEK_DAYS = 7

/** A series with the time over which it is drawn, in days since 1970. */
export interface ChartedSeries extends SubstanceSeries {
  /** From the beginning of a week to the end of the clinic's day. */
  span: readonly [from: number, to: number]
}

/**
 * The time from the first week that is shown to the end of `today`, so that a gap since the last sheet is seen. `since`: the
 * Monday from which all is asked for; null for all there is. A sheet of a later day, by another clock, is shown whole.
 */
export function charted(series: SubstanceSeries, since: string | null, today: string): ChartedSeries {
  const { points, weeks } = series
  const from = weeks[0]?.monday ?? since ?? points[0]?.day ?? today
  const to = Math.max(dayNumber(today), Math.floor(points.at(-1)?.at ?? -Infinity)) + 1
  return { ...series, span: [dayNumber(from), to] }
}

interface Stretch {
  at: number
  balance: number
}

/** Where the last balance is known to have held, the end of its day, and until when it is only carried on. */
export function carriedOn({ points, span }: ChartedSeries): [known: Stretch, carried: Stretch] | null {
  const last = points.at(-1)
  if (last === undefined) return null
  const { balance } = last
  return [
    { at: Math.floor(last.at) + 1, balance },
    { at: span[1], balance },
  ]
}

/** The time of which a bar tells: its week, or what of it is over with the time that is shown. */
export function barOf(monday: string, [, to]: ChartedSeries['span']): [from: number, to: number] {
  const from = dayNumber(monday)
  return [from, from + Math.min(WEEK_DAYS, Math.max(0, to - from))]
}

/** The days that are written below: by `step` from the first on, and the last one, whom the one before leaves its room. */
export function writtenDays([from, to]: ChartedSeries['span'], step: number): number[] {
  const last = to - 1
  const count = Math.floor((last - from) / step) + 1
  const steps = Array.from({ length: Math.max(0, count) }, (_each, n) => from + n * step)
  return [...steps.filter((day) => last - day >= step), last]
}

/** The Mondays that are written below the bars, by `step` weeks from the first on. */
export function writtenWeeks([from, to]: ChartedSeries['span'], step: number): number[] {
  const count = Math.ceil((to - from) / (step * WEEK_DAYS))
  return Array.from({ length: Math.max(0, count) }, (_each, n) => from + n * step * WEEK_DAYS)
}
