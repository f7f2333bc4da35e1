import { useCallback, useEffect, useRef, useState } from 'react'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { broughtBack } from '../../data/brought-back.ts'
import { keepVerification, trustedHeads, type TrustedHead } from '../../data/ledger-verification.ts'
import { OfflineError } from '../../data/server-call.ts'
import { followLedger, type FollowedLedger } from './follow-ledger.ts'
import { readPage } from './ledger-calls.ts'
import type { ShownEntry } from './ledger-entries.ts'
import { ledgerText as text } from './ledger-text.ts'
import { brokenWords, wholeWords, type BroughtBack, type ResultWords } from './result-words.ts'

export interface VerifiedLedger {
  followed: FollowedLedger
  lines: readonly LedgerLine[]
  entries: readonly ShownEntry[]
  words: ResultWords
}

export type LedgerState =
  | { step: 'reading'; read: number; of: number }
  | { step: 'failed'; trouble: 'offline' | 'failed' }
  | { step: 'done'; ledger: VerifiedLedger }

const BEGIN: LedgerState = { step: 'reading', read: 0, of: 0 }

/** Behind what the person did meanwhile; a timer would wait longer than the work takes. */
const nextTask = () =>
  new Promise<void>((go) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      go()
    })
    port1.start()
    port2.postMessage(null)
  })

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
  back: BroughtBack,
): VerifiedLedger {
  const { told, lines, entries } = followed
  const words = told.ok ? wholeWords(told, entries, timeZone, back) : brokenWords(told, entries, timeZone)
  if (told.ok) words.lines.push(text.compared(known.length))
  return { followed, lines, entries, words }
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
      const ledger = verifiedOf(followed, known, timeZone, await broughtBack())
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
