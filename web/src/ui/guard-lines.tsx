import { OctagonAlert, TriangleAlert } from 'lucide-react'
import { controlText } from './control-text.ts'
import './guard-lines.css'

export interface GuardLine {
  level: 'red' | 'amber' | 'quiet'
  words: string
}

const MARKS = { red: OctagonAlert, amber: TriangleAlert, quiet: null }

/** A number and its unit stand on one line. */
const keptTogether = (words: string) =>
  words.split(/(\d(?:[\d.]*\d)? \S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="guard-number">
        {part}
      </span>
    ),
  )

function LineContent({ level, words }: GuardLine) {
  const Mark = MARKS[level]
  return (
    <>
      {Mark !== null && <Mark aria-hidden />}
      {level !== 'quiet' && <span className="visually-hidden">{controlText.guards[level]} </span>}
      <span>{keptTogether(words)}</span>
    </>
  )
}

/** What nobody recorded may lack for two dosages: it is said once. */
const saidOnce = (findings: readonly GuardLine[]) => [
  ...new Map(findings.map((line) => [line.words, line])).values(),
]

/** The same within a button, which holds no list. */
export const GuardMarks = ({ findings }: { findings: readonly GuardLine[] }) =>
  saidOnce(findings).map((line) => (
    <span key={line.words} className={`guard-line guard-line-${line.level}`}>
      <LineContent {...line} />
    </span>
  ))

/** What a guard found, a line each, below its row or field. Nothing while there is nothing to say. */
export function GuardLines({ findings }: { findings: readonly GuardLine[] }) {
  const lines = saidOnce(findings)
  if (lines.length === 0) return null
  return (
    <ul className="guard-lines">
      {lines.map((line) => (
        <li key={line.words} className={`guard-line guard-line-${line.level}`}>
          <LineContent {...line} />
        </li>
      ))}
    </ul>
  )
}
