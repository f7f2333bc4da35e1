import { TriangleAlert } from 'lucide-react'
import type { Pointed } from '../../../data/lists/pointed-out.ts'
import { pointedOutText as text } from './pointed-out-text.ts'
import './pointed-out.css'
import { wordsOnCard } from './pointed-words.ts'

const MOST_LINES = 3

/** On the card of a balance sheet: what does not agree with which other sheet. */
export function PointedLines({ id, pointed }: { id: string; pointed: Pointed }) {
  const lines = (pointed.found.get(id) ?? []).flatMap((one) => wordsOnCard(one, pointed))
  if (lines.length === 0) return null
  const more = lines.length - MOST_LINES
  return (
    <span className="pointed-lines">
      <TriangleAlert aria-hidden />
      <span>
        {lines.slice(0, MOST_LINES).map((line) => (
          <span key={line} className="pointed-line">
            {line}
          </span>
        ))}
        {more > 0 && <span className="pointed-line">{text.more(more)}</span>}
      </span>
    </span>
  )
}
