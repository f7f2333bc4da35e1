import { useLiveQuery } from 'dexie-react-hooks'
import { knownLedgerHead } from '../../data/view/ledger-head.ts'
import { lastVerification } from '../../data/outbox/ledger-verification.ts'
import { formatDateTime } from '../../ui/format.ts'
import { shortHead } from './result-words.ts'
import { ledgerText as text } from './ledger-text.ts'
import { VerificationResult } from './verification-result.tsx'

const read = async () => ({ last: await lastVerification(), newest: await knownLedgerHead() })

/** Without the server: what this tablet itself knows of the ledger. */
export function LastVerification({ timeZone }: { timeZone: string }) {
  const known = useLiveQuery(read)
  if (known === undefined) return null
  const { last, newest } = known
  return (
    <div className="stack">
      <p className="quiet">
        {last === undefined ? text.neverVerified : text.last(formatDateTime(last.at, timeZone), last.by_name)}
      </p>
      {last !== undefined && (
        <VerificationResult
          words={{
            ok: last.ok,
            title: last.title,
            lines: [...last.lines],
            details: [...(last.details ?? [])],
          }}
        />
      )}
      {newest.n > 0 && <p className="quiet">{text.newest(shortHead(newest))}</p>}
    </div>
  )
}
