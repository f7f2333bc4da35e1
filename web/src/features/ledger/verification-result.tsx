import { ChevronDown, ChevronRight, OctagonAlert, ShieldCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ResultWords } from './result-words.ts'
import { ledgerText as text } from './ledger-text.ts'

interface VerificationResultProps {
  words: ResultWords
  /** What can be done with the ledger. */
  tools?: ReactNode
}

/** What the verification says, in one glance; red only where something was done to the ledger. */
export function VerificationResult({ words, tools }: VerificationResultProps) {
  const { ok, title, lines, details } = words
  const [isOpen, setIsOpen] = useState(false)
  const Icon = ok ? ShieldCheck : OctagonAlert
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={`ledger-result ledger-result-${ok ? 'whole' : 'broken'}`}>
      <section className="ledger-answer" aria-label={text.result} role={ok ? 'status' : 'alert'}>
        <Icon aria-hidden />
        <h2 className="ledger-result-title">{title}</h2>
        {details.length > 0 && (
          <button
            type="button"
            className="ledger-details"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron aria-hidden />
            {text.details}
          </button>
        )}
        <Lines of={isOpen ? [...lines, ...details] : lines} />
      </section>
      {tools}
    </div>
  )
}

const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((line, index) => (
    // Two records that nobody entered may read the same.
    <p key={`${index} ${line}`}>{line}</p>
  ))
