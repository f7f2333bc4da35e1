import type uPlot from 'uplot'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import type { SeriesPoint } from 'sync-protocol/rules/substance-series'
import type { Palette } from './chart-palette.ts'

/** Half of a mark, in CSS px. */
const HALF = 6
/** In CSS px: closer together the marks of draws would hide the line. */
const APART = 4

/** Each kind has a form of its own, not only a colour; in a box from -1 to 1. */
export const MARKS = {
  draw: 'circle',
  bottle: [
    [0, -1],
    [1, 0.85],
    [-1, 0.85],
  ],
  adjustment: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
} as const satisfies Partial<Record<SeriesPoint['kind'], 'circle' | readonly (readonly [number, number])[]>>

export type MarkedKind = keyof typeof MARKS
export const MARKED = Object.keys(MARKS) as MarkedKind[]
const isMarked = (kind: SeriesPoint['kind']): kind is MarkedKind => kind in MARKS

export const markColour = (kind: MarkedKind, palette: Palette): string =>
  ({ draw: palette.accent, bottle: palette.text, adjustment: palette.attention })[kind]

/** One mark at a place of the canvas, `half` its half width there. */
export function drawMark(
  context: CanvasRenderingContext2D,
  kind: MarkedKind,
  place: { x: number; y: number; half: number },
  palette: Palette,
): void {
  const { x, y, half } = place
  const form = MARKS[kind]
  context.beginPath()
  if (form === 'circle') context.arc(x, y, half * 0.6, 0, Math.PI * 2)
  else for (const [dx, dy] of form) context.lineTo(x + dx * half, y + dy * half)
  context.closePath()
  context.fillStyle = markColour(kind, palette)
  context.strokeStyle = palette.surface
  context.lineWidth = half / 4
  context.fill()
  context.stroke()
}

export function drawMarks(plot: uPlot, points: readonly SeriesPoint[], palette: Palette): void {
  const ratio = plot.ctx.canvas.width / plot.width
  const many = points.length * APART > plot.width
  plot.ctx.save()
  for (const { kind, at, balance } of points) {
    if (!isMarked(kind) || (many && kind === 'draw')) continue
    const x = plot.valToPos(at, 'x', true)
    const y = plot.valToPos(mlOf(balance), 'y', true)
    drawMark(plot.ctx, kind, { x, y, half: HALF * ratio }, palette)
  }
  plot.ctx.restore()
}
