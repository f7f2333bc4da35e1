import { useCallback, useEffect, useRef, useState } from 'react'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { resubmittedFacts } from '../../data/restore/resubmitted-facts.ts'
import { keepVerification, trustedHeads, type TrustedHead } from '../../data/outbox/ledger-verification.ts'
import { OfflineError } from '../../data/people/server-call.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { ComparedRecords } from './compare-records.ts'
import { comparison } from './comparison.ts'
import { followLedger, type FollowedLedger } from './follow-ledger.ts'
import { readPage } from './ledger-calls.ts'
import { nextTask } from '../../in-slices.ts'
import type { ShownEntry } from './ledger-entries.ts'
import { ledgerText as text } from './ledger-text.ts'
import { brokenWords, comparedWords, wholeWords, type Resubmitted, type ResultWords } from './result-words.ts'

export interface VerifiedLedger {
  followed: FollowedLedger
  lines: readonly LedgerLine[]
  entries: readonly ShownEntry[]
  words: ResultWords
  /** Null where the ledger is broken, or the person may not read them. */
  records: ComparedRecords | null
}

export type LedgerState =
  | { step: 'reading' | 'comparing'; read: number; of: number }
  | { step: 'failed'; trouble: 'offline' | 'failed' }
  | { step: 'done'; ledger: VerifiedLedger }

const BEGIN: LedgerState = { step: 'reading', read: 0, of: 0 }

/** Says where the reading is so often that it moves, and no oftener: drawing takes time too. */
const PROGRESS_MS = 100
function progressTeller(say: (read: number, of: number) => void) {
  let last = -PROGRESS_MS
  return (read: number, of: number) => {
    if (performance.now() - last < PROGRESS_MS) return
    last = performance.now()
    say(read, of)
  }
}

function verifiedOf(
  followed: FollowedLedger,
  known: readonly TrustedHead[],
  timeZone: string,
  back: Resubmitted,
  records: ComparedRecords | null,
): VerifiedLedger {
  const { told, lines, entries, header } = followed
  if (!told.ok) return { followed, lines, entries, words: brokenWords(told, entries, timeZone), records }
  const whole = wholeWords(told, entries, timeZone, back)
  whole.details.push(text.compared(known.length))
  const names = new Map(header.people.map(({ _id, name }) => [_id, name]))
  const words = comparedWords(whole, records, {
    nameOf: (id) => names.get(id) ?? text.unknownUser(id),
    when: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : formatDateTime(iso, timeZone)),
  })
  return { followed, lines, entries, words, records }
}

/** Reads and verifies the ledger when the screen opens, and again when asked to. */
export function useLedger(timeZone: string) {
  const [state, setState] = useState<LedgerState>(BEGIN)
  const run = useRef<object>(undefined)

  const verify = useCallback(async () => {
    const own = {}
    run.current = own
    try {
      const known = await trustedHeads()
      const followed = await followLedger({
        readPage,
        known,
        timeZone,
        onProgress: progressTeller((read, of) => setState({ step: 'reading', read, of })),
        pause: nextTask,
        isOver: () => run.current !== own,
      })
      if (followed === null) return
      const records = await comparison(followed, {
        onProgress: progressTeller((read, of) => setState({ step: 'comparing', read, of })),
        pause: nextTask,
        isOver: () => run.current !== own,
      })
      if (run.current !== own) return
      const ledger = verifiedOf(followed, known, timeZone, await resubmittedFacts(), records)
      setState({ step: 'done', ledger })
      const { told, header } = followed
      await keepVerification(ledger.words, told.ok ? { epoch: header.epoch, ...told.head } : undefined).catch(
        (error: unknown) => console.error('The verification could not be kept.', error),
      )
    } catch (error) {
      if (run.current !== own) return
      console.error(error)
      setState({ step: 'failed', trouble: error instanceof OfflineError ? 'offline' : 'failed' })
    }
  }, [timeZone])

  useEffect(() => {
    void verify()
    return () => {
      run.current = undefined
    }
  }, [verify])

  const again = () => {
    setState(BEGIN)
    void verify()
  }
  return { state, verify: again }
}
