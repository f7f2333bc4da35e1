import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type uPlot from 'uplot'
import { DrugName } from '../../../ui/drug-name.tsx'
import { MARKED, MARKS, type MarkedKind } from './chart-marks.ts'
import { onThemeChange, readPalette } from './chart-palette.ts'
import { plotBalance, plotUse } from './chart-plots.ts'
import { chartText as text } from './chart-text.ts'
import type { ChartedSeries } from './chart-time.ts'
import { PointReader } from './point-reader.tsx'

/** Parts of the screen's height: on most of them both are seen at once, and on a phone their words too. */
const PARTS = { wide: { balance: 0.3, use: 0.17 }, phone: { balance: 0.2, use: 0.115 } }
const PHONE_PX = 480
const LEAST_PX = 96
function heightsFor(width: number) {
  const { balance, use } = PARTS[width < PHONE_PX ? 'phone' : 'wide']
  const heightOf = (part: number) => Math.max(LEAST_PX, Math.round(window.innerHeight * part))
  return { balance: heightOf(balance), use: heightOf(use) }
}

const theme = () =>
  `${document.documentElement.dataset['theme'] ?? ''} ${matchMedia('(prefers-color-scheme: dark)').matches}`

interface ChartPlotProps {
  series: ChartedSeries
  /** What it shows in words; all its values stand in the table. */
  words: string
}

/** The balance as steps, and below it what was used in each week; drawn anew for another theme. */
export function ChartPlot(props: ChartPlotProps) {
  return <Plots key={useSyncExternalStore(onThemeChange, theme)} {...props} />
}

function Plots({ series, words }: ChartPlotProps) {
  const balance = useRef<HTMLDivElement>(null)
  const use = useRef<HTMLDivElement>(null)
  const [read, setRead] = useState<uPlot | null>(null)
  useEffect(() => {
    const [upper, lower] = [balance.current, use.current]
    if (upper === null || lower === null) return undefined
    let plots: uPlot[] = []
    let drawn = 0
    const draw = () => {
      const width = upper.clientWidth
      if (width === 0 || width === drawn) return
      drawn = width
      for (const plot of plots) plot.destroy()
      const palette = readPalette()
      const heights = heightsFor(width)
      const above = plotBalance(upper, series, palette, { width, height: heights.balance })
      plots = [above, plotUse(lower, series, palette, { width, height: heights.use })]
      setRead(above)
    }
    draw()
    const watch = new ResizeObserver(draw)
    watch.observe(upper)
    return () => {
      watch.disconnect()
      for (const plot of plots) plot.destroy()
    }
  }, [series])
  return (
    <figure className="chart-plots">
      <div className="chart-head">
        <h3 className="title-3">{text.balance}</h3>
        <ul className="chart-legend">
          {MARKED.map((kind) => (
            <li key={kind}>
              <Mark kind={kind} />
              {text.kinds[kind]}
            </li>
          ))}
        </ul>
      </div>
      <div className="chart-read">
        <div ref={balance} className="chart-drawing" aria-hidden />
        {read !== null && <PointReader key={series.points.length} plot={read} points={series.points} />}
      </div>
      <h3 className="title-3">{text.use}</h3>
      <div ref={use} className="chart-drawing" aria-hidden />
      <figcaption className="quiet small">
        <DrugName name={words} />
      </figcaption>
    </figure>
  )
}

function Mark({ kind }: { kind: MarkedKind }) {
  const form = MARKS[kind]
  return (
    <svg className={`chart-mark chart-mark-${kind}`} viewBox="-1.2 -1.2 2.4 2.4" aria-hidden>
      {form === 'circle' ? (
        <circle r="0.7" />
      ) : (
        <polygon points={form.map((corner) => corner.join(',')).join(' ')} />
      )}
    </svg>
  )
}
