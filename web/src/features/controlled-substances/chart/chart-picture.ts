import { drawMark, MARKED } from './chart-marks.ts'
import { readPalette, type Palette } from './chart-palette.ts'
import { plotBalance, plotUse } from './chart-plots.ts'
import { chartText as text } from './chart-text.ts'
import type { ChartedSeries } from './chart-time.ts'

const WIDTH = 1200
const HEAD = 96
const LABEL = 36
const BALANCE = 520
const USE = 240
const FOOT = 16
const MARGIN = 24
const HEIGHT = HEAD + LABEL + BALANCE + LABEL + USE + FOOT

export interface Picture {
  series: ChartedSeries
  title: string
  /** Who made it, and what it shows in words. */
  lines: readonly string[]
}

/** The chart on paper white, whatever the screen shows: a PNG of 1200 px width, or more on a sharper screen. */
export async function pictureOf({ series, title, lines }: Picture): Promise<Blob> {
  const palette = readPalette('light')
  const host = document.createElement('div')
  const width = WIDTH - 2 * MARGIN
  const plots = [
    { plot: plotBalance(host, series, palette, { width, height: BALANCE }), label: text.balance },
    { plot: plotUse(host, series, palette, { width, height: USE }), label: text.use },
  ]
  // A plot is drawn once what called for it is over.
  await new Promise((drawn) => {
    setTimeout(drawn)
  })
  const ratio = (plots[0]?.plot.ctx.canvas.width ?? width) / width
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * ratio
  canvas.height = HEIGHT * ratio
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser gives no canvas.')
  context.scale(ratio, ratio)
  context.fillStyle = palette.surface
  context.fillRect(0, 0, WIDTH, HEIGHT)
  drawHead(context, { title, lines }, palette)
  let top = HEAD
  for (const { plot, label } of plots) {
    context.fillStyle = palette.text
    context.font = 'bold 16px system-ui, sans-serif'
    context.fillText(label, MARGIN, top + LABEL - 12)
    if (label === text.balance) drawLegend(context, top + LABEL - 17, palette)
    context.drawImage(plot.ctx.canvas, MARGIN, top + LABEL, width, plot.height)
    top += LABEL + plot.height
    plot.destroy()
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture was made.')) : resolve(blob)))
  })
}

function drawHead(
  context: CanvasRenderingContext2D,
  { title, lines }: Pick<Picture, 'title' | 'lines'>,
  palette: Palette,
): void {
  context.fillStyle = palette.text
  context.font = 'bold 24px system-ui, sans-serif'
  context.fillText(title, MARGIN, 40, WIDTH - 2 * MARGIN)
  context.fillStyle = palette.quiet
  context.font = '14px system-ui, sans-serif'
  for (const [index, line] of lines.entries())
    context.fillText(line, MARGIN, 64 + index * 20, WIDTH - 2 * MARGIN)
}

/** At the right end of the line. */
function drawLegend(context: CanvasRenderingContext2D, y: number, palette: Palette): void {
  context.font = '14px system-ui, sans-serif'
  let x = WIDTH - MARGIN
  for (const kind of MARKED.toReversed()) {
    const label = text.kinds[kind]
    x -= context.measureText(label).width
    context.fillStyle = palette.quiet
    context.fillText(label, x, y + 5)
    x -= 14
    drawMark(context, kind, { x, y, half: 6 }, palette)
    x -= 24
  }
}
