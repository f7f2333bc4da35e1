import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import { dayOfNumber } from 'sync-protocol/rules/substance-series'
import { formatDate, formatNumber } from '../../../ui/format.ts'
import { drawMarks } from './chart-marks.ts'
import type { Palette } from './chart-palette.ts'
import { barOf, carriedOn, writtenDays, writtenWeeks, type ChartedSeries } from './chart-time.ts'

/** In CSS px. */
export interface PlotSize {
  width: number
  height: number
}

const DAY_STEPS = [1, 2, 4, 7, 14, 28, 56, 91, 182, 364, 728]
const WEEK_DAYS = 7
const FAMILY = 'system-ui, sans-serif'
const FONT = `14px ${FAMILY}`
/** The same for both plots, so that their days stand below each other. */
const AXIS_PX = 64
/** The written days' own line. */
const DATES_PX = 36
/** Half of a written day, below the right end. */
const LAST_DAY_PX = 42

const DASHES = [2, 6]
/** What parts two bars, on each side; of a narrow one less. */
const BAR_APART_PX = 3
/** Of a week as wide as the window: the bar stands at its Monday, which is written below it. */
const WIDEST_PX = 96
/** A narrower bar would be nothing but its outline. */
const OUTLINED_PX = 12
const EDGE_PX = 2
const NUMBER_PX = 14

interface Drawn {
  span: ChartedSeries['span']
  /** All values in ml, those before the time that is shown too. */
  values: readonly number[]
  /** How much higher than the highest value it is. */
  headroom: number
  dates: { steps: readonly number[]; written: (step: number) => number[] }
}

function options({ span, values, headroom, dates }: Drawn, palette: Palette, size: PlotSize): uPlot.Options {
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
      y: { range: () => [low, high > 0 ? high * headroom : 1] },
    },
    axes: [
      {
        ...axis,
        size: DATES_PX,
        incrs: [...dates.steps],
        space: 100,
        splits: (_plot, _axis, _from, _to, step) => dates.written(step),
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
  // From the first Monday on, as the bars stand.
  const dates = { steps: DAY_STEPS, written: (step: number) => writtenDays(span, step) }
  const drawn = options({ span, values: known, headroom: 1.08, dates }, palette, size)
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

interface Bar {
  /** In ml. */
  used: number
  left: number
  width: number
  head: number
  foot: number
}

/** The bars as they stand on the canvas; in a week without use there is none. */
function barsOf(plot: uPlot, { weeks, span }: ChartedSeries): Bar[] {
  const ratio = plot.ctx.canvas.width / plot.width
  return weeks.flatMap(({ monday, used }) => {
    if (used === 0) return []
    const [from, to] = barOf(monday, span)
    const [start, end] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)]
    const apart = Math.min(BAR_APART_PX * ratio, (end - start) * 0.15)
    const [head, foot] = [plot.valToPos(mlOf(used), 'y', true), plot.valToPos(0, 'y', true)]
    const width = Math.min(end - start - 2 * apart, WIDEST_PX * ratio)
    return [{ used: mlOf(used), left: start + apart, width, head, foot }]
  })
}

/** Each bar, and what was used above it where it is wide enough. */
function drawBars(plot: uPlot, series: ChartedSeries, palette: Palette): void {
  const { ctx } = plot
  const ratio = ctx.canvas.width / plot.width
  ctx.save()
  ctx.font = `bold ${NUMBER_PX * ratio}px ${FAMILY}`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'bottom'
  ctx.strokeStyle = palette.accent
  ctx.lineWidth = EDGE_PX * ratio
  for (const { used, left, width, head, foot } of barsOf(plot, series)) {
    const isOutlined = width >= OUTLINED_PX * ratio
    ctx.fillStyle = isOutlined ? palette.soft : palette.accent
    ctx.fillRect(left, head, width, foot - head)
    const inset = ctx.lineWidth / 2
    if (isOutlined) ctx.strokeRect(left + inset, head + inset, width - 2 * inset, foot - head - 2 * inset)
    const number = formatNumber(used)
    ctx.fillStyle = palette.text
    if (ctx.measureText(number).width <= width) ctx.fillText(number, left + width / 2, head - 3 * ratio)
  }
  ctx.restore()
}

/** A bar for each week, as wide as the week is on the axis. */
export function plotUse(target: HTMLElement, series: ChartedSeries, palette: Palette, size: PlotSize): uPlot {
  const { weeks, span } = series
  const values = weeks.map((week) => mlOf(week.used))
  const steps = DAY_STEPS.filter((days) => days % WEEK_DAYS === 0)
  const dates = { steps, written: (step: number) => writtenWeeks(span, step / WEEK_DAYS) }
  const drawn = options({ span, values, headroom: 1.35, dates }, palette, size)
  drawn.series.push({ points: { show: false }, paths: () => null })
  drawn.hooks = { draw: [(plot) => drawBars(plot, series, palette)] }
  return new uPlot(drawn, [[...span], [0, 0]], target)
}
