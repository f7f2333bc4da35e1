import { TriangleAlert } from 'lucide-react'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import { discrepanciesText as text } from './discrepancies-text.ts'
import './discrepancies.css'
import { wordsOnCard } from './discrepancy-words.ts'

const MOST_LINES = 3

/** On the card of a balance sheet: what does not agree with which other sheet. */
export function DiscrepancyLines({ id, discrepancies }: { id: string; discrepancies: Discrepancies }) {
  const lines = (discrepancies.found.get(id) ?? []).flatMap((one) => wordsOnCard(one, discrepancies))
  if (lines.length === 0) return null
  const more = lines.length - MOST_LINES
  return (
    <span className="discrepancy-lines">
      <TriangleAlert aria-hidden />
      <span>
        {lines.slice(0, MOST_LINES).map((line) => (
          <span key={line} className="discrepancy-line">
            {line}
          </span>
        ))}
        {more > 0 && <span className="discrepancy-line">{text.more(more)}</span>}
      </span>
    </span>
  )
}
