import { useState } from 'react'
import { currentUser } from '../../data/people/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AlarmNotice } from './alarm-notice.tsx'
import { LastVerification } from './last-verification.tsx'
import { LedgerList } from './ledger-list.tsx'
import './ledger.css'
import { ledgerText as text } from './ledger-text.ts'
import { LedgerTools } from './ledger-tools.tsx'
import { useLedger } from './use-ledger.ts'
import { VerificationResult } from './verification-result.tsx'

/** The controlled-substance ledger: verified here, entry by entry, against all that this tablet ever saw of it. */
export function LedgerScreen() {
  const [{ time_zone: timeZone }] = useState(currentUser)
  const { state, verify } = useLedger(timeZone)
  return (
    <section className="ledger fills-screen" aria-label={text.list}>
      {(state.step === 'reading' || state.step === 'comparing') && (
        <Progress {...state} words={state.step === 'reading' ? text.reading : text.comparing} />
      )}
      {state.step === 'failed' && (
        <>
          <Banner
            kind="attention"
            title={text[state.trouble]}
            action={{ label: text.retry, onPress: verify }}
          >
            {state.trouble === 'offline' ? text.offlineText : text.failedText}
          </Banner>
          <LastVerification timeZone={timeZone} />
          <AlarmNotice timeZone={timeZone} />
        </>
      )}
      {state.step === 'done' && (
        <>
          <VerificationResult
            words={state.ledger.words}
            tools={<LedgerTools ledger={state.ledger} timeZone={timeZone} onVerify={verify} />}
          />
          <AlarmNotice timeZone={timeZone} />
          <LedgerList ledger={state.ledger} timeZone={timeZone} />
        </>
      )}
    </section>
  )
}

interface ProgressProps {
  read: number
  of: number
  words: (read: number, of: number) => string
}

function Progress({ read, of, words }: ProgressProps) {
  if (of === 0) return <Spinner label={text.begin} />
  return (
    <div className="ledger-progress">
      <label htmlFor="ledger-progress">{words(read, of)}</label>
      <progress id="ledger-progress" value={read} max={of} />
    </div>
  )
}
