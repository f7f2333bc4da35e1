import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import { dayNumber, dayOfNumber, type SubstanceSeries } from 'sync-protocol/rules/substance-series'
import { formatDate, formatNumber } from '../../../ui/format.ts'
import { drawMarks } from './chart-marks.ts'
import type { Palette } from './chart-palette.ts'

/** In CSS px. */
export interface PlotSize {
  width: number
  height: number
}

const WEEK_DAYS = 7
const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728]
const FONT = '14px system-ui, sans-serif'
/** The same for both plots, so that their days stand below each other. */
const AXIS_PX = 64
/** Half of a written day, below the right end. */
const LAST_DAY_PX = 42

/** Whole weeks, in days since 1970: both plots show the same time. */
function spanOf({ points, weeks }: SubstanceSeries): [number, number] {
  const first = Math.min(
    ...[weeks[0]?.monday, points[0]?.day].flatMap((day) => (day ? [dayNumber(day)] : [])),
  )
  const last = weeks.at(-1)?.monday
  const end = Math.max(
    last === undefined ? -Infinity : dayNumber(last) + WEEK_DAYS,
    Math.floor(points.at(-1)?.at ?? -Infinity) + 1,
  )
  return [first, end]
}

function options(series: SubstanceSeries, palette: Palette, size: PlotSize): uPlot.Options {
  const axis = {
    stroke: palette.quiet,
    font: FONT,
    grid: { stroke: palette.line, width: 1 },
    ticks: { stroke: palette.line, width: 1 },
  }
  return {
    ...size,
    cursor: { show: false },
    legend: { show: false },
    padding: [null, LAST_DAY_PX, null, null],
    scales: {
      x: { time: false, range: () => spanOf(series) },
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        incrs: DAY_STEPS,
        space: 100,
        // From the first Monday on, as the bars stand.
        splits: (_plot, _axis, from, to, step) => {
          const count = Math.floor((to - from) / step) + 1
          return Array.from({ length: count }, (_each, n) => from + n * step)
        },
        values: (_, splits) => splits.map((day) => formatDate(dayOfNumber(day))),
      },
      { ...axis, size: AXIS_PX, values: (_, splits) => splits.map((ml) => formatNumber(ml)) },
    ],
    series: [{}],
  }
}

/** The balance as steps, with a mark for each bottle, draw and adjustment. */
export function plotBalance(
  target: HTMLElement,
  series: SubstanceSeries,
  palette: Palette,
  size: PlotSize,
): uPlot {
  const { points } = series
  const last = points.at(-1)
  // The last balance holds at least until the end of its day.
  const end = last === undefined ? [] : [{ at: Math.floor(last.at) + 1, balance: last.balance }]
  const steps = [...points, ...end]
  const drawn = options(series, palette, size)
  drawn.series.push({
    stroke: palette.accent,
    width: 2,
    fill: palette.soft,
    points: { show: false },
    paths: uPlot.paths.stepped?.({ align: 1 }),
  } as uPlot.Series)
  drawn.hooks = { draw: [(plot) => drawMarks(plot, points, palette)] }
  return new uPlot(drawn, [steps.map(({ at }) => at), steps.map(({ balance }) => mlOf(balance))], target)
}

/** A bar for each week, in the middle of it. */
export function plotUse(
  target: HTMLElement,
  series: SubstanceSeries,
  palette: Palette,
  size: PlotSize,
): uPlot {
  const { weeks } = series
  const drawn = options(series, palette, size)
  drawn.series.push({
    stroke: palette.accent,
    fill: palette.accent,
    width: 0,
    points: { show: false },
    paths: uPlot.paths.bars?.({ size: [0.7, 56] }),
  } as uPlot.Series)
  const middles = weeks.map(({ monday }) => dayNumber(monday) + WEEK_DAYS / 2)
  return new uPlot(drawn, [middles, weeks.map(({ used }) => mlOf(used))], target)
}
