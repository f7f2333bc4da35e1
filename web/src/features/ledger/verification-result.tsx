import { OctagonAlert, ShieldCheck } from 'lucide-react'
import type { ResultWords } from './result-words.ts'
import { ledgerText as text } from './ledger-text.ts'

/** What the verification says, in one glance; red only where something was done to the ledger. */
export function VerificationResult({ words }: { words: ResultWords }) {
  const { ok, title, lines, details } = words
  const Icon = ok ? ShieldCheck : OctagonAlert
  return (
    <section
      className={`ledger-result ledger-result-${ok ? 'whole' : 'broken'}`}
      aria-label={text.result}
      role={ok ? 'status' : 'alert'}
    >
      <Icon aria-hidden />
      <div>
        <h2 className="ledger-result-title">{title}</h2>
        <Lines of={lines} />
        {details.length > 0 && (
          <details className="ledger-details">
            <summary>{text.details}</summary>
            <Lines of={details} />
          </details>
        )}
      </div>
    </section>
  )
}

const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((line, index) => (
    // Two records that nobody entered may read the same.
    <p key={`${index} ${line}`}>{line}</p>
  ))
