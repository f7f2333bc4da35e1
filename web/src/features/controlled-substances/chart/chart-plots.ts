import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import { dayOfNumber } from 'sync-protocol/rules/substance-series'
import { formatDate, formatNumber } from '../../../ui/format.ts'
import { drawMarks } from './chart-marks.ts'
import type { Palette } from './chart-palette.ts'
import { barOf, carriedOn, writtenDays, type ChartedSeries } from './chart-time.ts'

/** In CSS px. */
export interface PlotSize {
  width: number
  height: number
}

const DAY_STEPS = [1, 2, 4, 7, 14, 28, 56, 91, 182, 364, 728]
const FONT = '14px system-ui, sans-serif'
/** The same for both plots, so that their days stand below each other. */
const AXIS_PX = 64
/** Half of a written day, below the right end. */
const LAST_DAY_PX = 42

const DASHES = [2, 6]
/** The widest bar. */
const BAR_PX = 56

interface Drawn {
  span: ChartedSeries['span']
  /** All values in ml, those before the time that is shown too. */
  values: readonly number[]
}

function options({ span, values }: Drawn, palette: Palette, size: PlotSize): uPlot.Options {
  const axis = {
    stroke: palette.quiet,
    font: FONT,
    grid: { stroke: palette.line, width: 1 },
    ticks: { stroke: palette.line, width: 1 },
  }
  const low = values.reduce((least, ml) => Math.min(least, ml), 0)
  const high = values.reduce((most, ml) => Math.max(most, ml), 0)
  return {
    ...size,
    cursor: { show: false },
    legend: { show: false },
    padding: [null, LAST_DAY_PX, null, null],
    scales: {
      x: { time: false, range: () => [...span] },
      y: { range: () => [low, high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        incrs: DAY_STEPS,
        space: 100,
        // From the first Monday on, as the bars stand.
        splits: (_plot, _axis, _from, _to, step) => writtenDays(span, step),
        values: (_, splits) => splits.map((day) => formatDate(dayOfNumber(day))),
      },
      { ...axis, size: AXIS_PX, values: (_, splits) => splits.map((ml) => formatNumber(ml)) },
    ],
    series: [{}],
  }
}

/** The balance as steps, with a mark for each bottle, draw and adjustment; dashed from the last of them on to today. */
export function plotBalance(
  target: HTMLElement,
  series: ChartedSeries,
  palette: Palette,
  size: PlotSize,
): uPlot {
  const { points, span } = series
  const carried = carriedOn(series) ?? []
  const times = [...points, ...carried].map(({ at }) => at)
  const known = [...points, ...carried.slice(0, 1)].map(({ balance }) => mlOf(balance))
  const since = carried.map(({ balance }) => mlOf(balance))
  const drawn = options({ span, values: known }, palette, size)
  const line = { stroke: palette.accent, width: 2, points: { show: false } }
  drawn.series.push(
    { ...line, fill: palette.soft, paths: uPlot.paths.stepped?.({ align: 1 }) } as uPlot.Series,
    { ...line, dash: DASHES },
  )
  drawn.hooks = { draw: [(plot) => drawMarks(plot, points, palette)] }
  const blank = (count: number) => Array.from({ length: count }, () => null)
  return new uPlot(
    drawn,
    [times, [...known, ...blank(times.length - known.length)], [...blank(points.length), ...since]],
    target,
  )
}

/** A bar for each week. */
export function plotUse(
  target: HTMLElement,
  { weeks, span }: ChartedSeries,
  palette: Palette,
  size: PlotSize,
): uPlot {
  const used = weeks.map((week) => mlOf(week.used))
  const drawn = options({ span, values: used }, palette, size)
  drawn.series.push({
    fill: palette.accent,
    width: 0,
    points: { show: false },
    paths: (plot) => {
      const fill = new Path2D()
      for (const [index, { monday }] of weeks.entries()) {
        const [from, to] = barOf(monday, span).map((at) => plot.valToPos(at, 'x', true)) as [number, number]
        const [foot, head] = [0, used[index] ?? 0].map((ml) => plot.valToPos(ml, 'y', true)) as [
          number,
          number,
        ]
        const width = Math.min(to - from, BAR_PX * (plot.ctx.canvas.width / plot.width))
        fill.rect((from + to - width) / 2, head, width, foot - head)
      }
      return { fill, stroke: null }
    },
  })
  return new uPlot(drawn, [[...span], [0, 0]], target)
}
