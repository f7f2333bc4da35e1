import { useRef, useState } from 'react'
import { mlText } from 'sync-protocol/rules/ledger-volume'
import type { SubstanceSeries } from 'sync-protocol/rules/substance-series'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { useScrollStop } from '../../../ui/use-scroll-stop.ts'
import { volumeParts } from '../../../ui/volume-parts.ts'
import { chartText as text } from './chart-text.ts'
import { signed } from './chart-words.ts'

const AT_ONCE = 100
const HUNDREDTHS = '.00'

/** Every value that the chart draws, to be read and to be listened to. What is too wide all the same is moved sideways, by keys too. */
export function ChartTable({ series }: { series: SubstanceSeries }) {
  const [most, setMost] = useState(AT_ONCE)
  const sideways = useRef<HTMLDivElement>(null)
  useScrollStop(sideways, text.shows.table)
  const points = series.points.toReversed()
  const weeks = series.weeks.toReversed()
  const more = Math.min(AT_ONCE, Math.max(points.length, weeks.length) - most)
  return (
    <div className="stack">
      <div className="chart-tables" ref={sideways}>
        <table className="chart-table chart-steps">
          <caption>{text.stepsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.date}</th>
              <th scope="col">{text.what}</th>
              <th scope="col" className="chart-about">
                {text.about}
              </th>
              <th scope="col" className="chart-bottle">
                {text.bottle}
              </th>
              <th scope="col" className="chart-number chart-change">
                {text.change}
              </th>
              <th scope="col" className="chart-number chart-balance">
                {text.balance}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.slice(0, most).map((point) => (
              <tr key={`${point.sheet_id}/${point.at}`}>
                <td>{formatDate(point.day)}</td>
                <td>{text.kinds[point.kind]}</td>
                <td className="chart-about">{point.title}</td>
                <td className="chart-bottle">{point.bottle_number}</td>
                <Ml className="chart-change">{signed(point.change)}</Ml>
                <Ml className="chart-balance">{mlText(point.balance)}</Ml>
              </tr>
            ))}
          </tbody>
        </table>
        <table className="chart-table">
          <caption>{text.weeksCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.week}</th>
              <th scope="col" className="chart-number">
                {text.used}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.slice(0, most).map(({ monday, used }) => (
              <tr key={monday}>
                <td>{formatDate(monday)}</td>
                <Ml>{mlText(used)}</Ml>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <Button onClick={() => setMost(most + AT_ONCE)}>{text.more(more)}</Button>}
    </div>
  )
}

/** As wide as with two decimals, so that the points stand below each other. */
function Ml({ className = '', children }: { className?: string; children: string }) {
  const lacks = HUNDREDTHS.slice(volumeParts(children).fraction.length)
  return (
    <td className={`chart-number ${className}`.trim()} data-lacks={lacks}>
      {children}
    </td>
  )
}
