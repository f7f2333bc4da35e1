import { Undo2 } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { clockText, timeline } from 'sync-protocol/rules/code'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { session } from '../../data/people/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/format.ts'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { codeText as text } from './code-text.ts'
import './code.css'
import { markMistake, storeAgain } from './recording.ts'
import type { ShownTap } from './use-taps.ts'

interface TapListProps {
  taps: readonly ShownTap[]
  twice: ReadonlySet<string>
}

/** What was done, the latest first. What was a mistake stays. */
export function TapList({ taps, twice }: TapListProps) {
  const rows = useMemo(() => timeline(taps).reverse(), [taps])
  const [asked, setAsked] = useState<ShownTap | null>(null)
  const user = useStore(session, (now) => now.user)
  const timeZone = user?.time_zone
  const mark = () => {
    if (asked === null) return
    setAsked(null)
    markMistake(asked).catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.mistakeFailed, kind: 'harm' })
    })
  }
  const mayMark = ({ byId }: ShownTap) =>
    user !== null && (byId === user._id || user.org_perms.includes(PERMISSION.othersRecords))
  return (
    <section className="code-list" aria-label={text.taps}>
      {twice.size > 0 && <GuardLines findings={[{ level: 'amber', words: text.twice }]} />}
      <ul>
        {rows.map(({ tap, since }) => (
          <TapRow
            key={tap._id}
            tap={tap}
            since={since}
            timeZone={timeZone}
            isTwice={twice.has(tap._id)}
            onMistake={mayMark(tap) ? setAsked : undefined}
          />
        ))}
      </ul>
      {asked !== null && (
        <Question
          title={text.mistakeTitle}
          text={text.mistakeText(
            text.tap(text.words[asked.what], asked.detail),
            formatClock(asked.at, timeZone),
          )}
          onNo={() => setAsked(null)}
          onYes={mark}
          noFirst
        />
      )}
    </section>
  )
}

interface TapRowProps {
  tap: ShownTap
  since: number | null
  timeZone: string | undefined
  isTwice: boolean
  onMistake: ((tap: ShownTap) => void) | undefined
}

const TapRow = memo(function TapRow({ tap, since, timeZone, isTwice, onMistake }: TapRowProps) {
  const words = text.tap(text.words[tap.what], tap.detail)
  const said =
    tap.detail === undefined ? (
      words
    ) : (
      <>
        {text.words[tap.what]}: <span className="code-row-detail">{tap.detail}</span>
      </>
    )
  const clock = formatClock(tap.at, timeZone)
  const isFailed = 'failed' in tap && tap.failed
  return (
    <li className="code-row" data-void={tap.isVoid || undefined} data-twice={isTwice || undefined}>
      <span className="code-row-since tabular">{since === null ? '–' : clockText(since)}</span>
      <span className="code-row-what">
        {tap.isVoid ? <del>{said}</del> : <span>{said}</span>}
        <small className="quiet">
          <span className="tabular">{clock}</span> · {tap.by}
          {tap.isVoid && <> · {text.mistakeBy(tap.voidedBy ?? tap.by)}</>}
        </small>
        {isFailed && (
          <span className="code-row-failed" role="alert">
            {text.notStored} <Button onClick={() => storeAgain(tap)}>{text.again}</Button>
          </span>
        )}
      </span>
      {onMistake !== undefined && !tap.isVoid && !('failed' in tap) && (
        <button
          type="button"
          className="code-mistake"
          aria-label={text.mistake(words, clock)}
          onClick={() => onMistake(tap)}
        >
          <Undo2 aria-hidden />
        </button>
      )}
    </li>
  )
})
