import { mlText } from 'sync-protocol/rules/ledger-volume'
import { dayNumber, type SeriesPoint, type SubstanceSeries } from 'sync-protocol/rules/substance-series'
import { formatDate } from '../../../ui/format.ts'
import { chartText as text } from './chart-text.ts'

/** What the chart shows until `today`, in sentences; the whole of it stands in the table. */
export function wordsOfSeries({ points, weeks }: SubstanceSeries, drug: string, today: string): string[] {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  // The step that only gives the balance its beginning lies before the first week.
  const counted = points.filter(
    ({ day, remainder }) => day >= (weeks[0]?.monday ?? '9') && remainder !== true,
  )
  const count = (kind: SeriesPoint['kind']) => counted.filter((point) => point.kind === kind).length
  const used = weeks.reduce((sum, week) => sum + week.used, 0)
  const steps = points.slice(1).filter(({ kind }) => kind === 'opening')
  const between = steps.reduce((sum, { change }) => sum + change, 0)
  const silent = dayNumber(today) - dayNumber(last.day)
  return [
    text.summary(
      drug,
      formatDate(first.day),
      formatDate(last.day),
      mlText(first.balance),
      mlText(last.balance),
    ),
    text.counts(count('draw'), count('bottle'), count('adjustment'), mlText(used)),
    ...(steps.length > 0 ? [text.steps(steps.length, signed(between))] : []),
    ...(silent > 0 ? [text.silent(formatDate(last.day), silent)] : []),
  ]
}

/** '+5', '-0.5' */
export const signed = (change: number): string => (change > 0 ? `+${mlText(change)}` : mlText(change))
