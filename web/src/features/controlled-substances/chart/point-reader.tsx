import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import type uPlot from 'uplot'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import type { SeriesPoint } from 'sync-protocol/rules/substance-series'
import { chartText as text } from './chart-text.ts'
import { nearestPoint, walked } from './nearest-point.ts'
import { placeBox } from './place-box.ts'
import { saidPoint, wordsOfPoint } from './point-words.ts'

interface PointReaderProps {
  plot: uPlot
  points: readonly SeriesPoint[]
}

/** Where the points stand within the picture, in CSS px. */
function placesOf(plot: uPlot, points: readonly SeriesPoint[]) {
  const { offsetLeft, offsetTop, offsetParent } = plot.over
  const wrap = offsetParent instanceof HTMLElement ? offsetParent : null
  const [left, top] = [offsetLeft + (wrap?.offsetLeft ?? 0), offsetTop + (wrap?.offsetTop ?? 0)]
  return points.map(({ at, balance }) => ({
    x: Math.max(left, left + plot.valToPos(at, 'x')),
    y: top + plot.valToPos(mlOf(balance), 'y'),
  }))
}

/** Tells of one point after the other: what is pointed at, a finger is on, or the arrow keys lead to. */
export function PointReader({ plot, points }: PointReaderProps) {
  const [at, setAt] = useState<number | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const point = at === null ? undefined : points[at]
  const isTold = point !== undefined
  const words = point && wordsOfPoint(point)
  const place = at === null ? undefined : placesOf(plot, points)[at]

  useLayoutEffect(() => {
    const [picture, told] = [area.current, box.current]
    if (picture === null || told === null || place === undefined) return
    const { left, top } = placeBox(
      place,
      { width: told.offsetWidth, height: told.offsetHeight },
      { width: picture.clientWidth, height: picture.clientHeight },
    )
    told.style.insetInlineStart = `${left}px`
    told.style.insetBlockStart = `${top}px`
  })
  // Before the dialog around it hears of the key, and where the focus is elsewhere too.
  useEffect(() => {
    if (!isTold) return undefined
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setAt(null)
    }
    addEventListener('keydown', close, true)
    return () => removeEventListener('keydown', close, true)
  }, [isTold])

  const pointAt = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const found = nearestPoint(placesOf(plot, points), { x: clientX - left, y: clientY - top })
    setAt(found < 0 ? null : found)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has keys of its own */}
      <div
        ref={area}
        className="chart-reader"
        role="application"
        aria-label={text.walk}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has keys of its own
        tabIndex={0}
        onPointerDown={pointAt}
        onPointerMove={pointAt}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setAt(null)
        }}
        onKeyDown={(event) => {
          const to = walked(event.key, at, points.length)
          if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          setAt(to)
        }}
        onBlur={() => setAt(null)}
      >
        {words !== undefined && place !== undefined && (
          <>
            <span
              className="chart-ring"
              style={{ insetInlineStart: `${place.x}px`, insetBlockStart: `${place.y}px` }}
            />
            <div className="chart-told" ref={box} aria-hidden>
              <span className="chart-told-when">{words.when}</span>
              <span className="chart-told-balance tabular">
                {words.balance} <span className="chart-told-unit">{text.ml}</span>
              </span>
              <span className="chart-told-change tabular">{words.change}</span>
              {words.about !== '' && <span className="chart-told-about">{words.about}</span>}
            </div>
          </>
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {words !== undefined && at !== null && saidPoint(words, text.place(at + 1, points.length))}
      </p>
    </>
  )
}
