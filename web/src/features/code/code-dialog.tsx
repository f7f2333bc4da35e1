import { HeartPulse, Printer, Undo2, X } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import type { CodePatient } from 'sync-protocol/records/code-event'
import { NAME_MAX } from 'sync-protocol/records/limits'
import {
  clockText,
  codeState,
  CYCLE_MS,
  EPINEPHRINE_MS,
  timeline,
  type CodeState,
} from 'sync-protocol/rules/code'
import { ENDS, RHYTHMS } from 'sync-protocol/rules/code-words'
import { weightText } from 'sync-protocol/rules/dose'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { session } from '../../data/people/session.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatClock, formatNumber } from '../../ui/format.ts'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useScrollStop } from '../../ui/use-scroll-stop.ts'
import { useWakeLock } from '../../ui/use-wake-lock.ts'
import { codeText as text } from './code-text.ts'
import '../../ui/room-view.css'
import './code.css'
import { nameOfPatient } from './code-patient.ts'
import { BEATS_PER_MINUTE } from './metronome.ts'
import { printCode } from './print-code.ts'
import { markMistake, recordTap, storeAgain, type Code, type TapMade } from './recording.ts'
import { useMetronome } from './use-metronome.ts'
import { useNow, useTaps, type ShownTap } from './use-taps.ts'

/** A drug of the patient's emergency list. */
export interface CodeDrug {
  name: string
  /** '0.12–0.25 ml IV'; '' where none can be computed. */
  volume: string
  /** One volume, not a range: what is given can be recorded with it. */
  isOne: boolean
}

export interface CodeDialogProps {
  code: Code
  patient: CodePatient | undefined
  drugs: readonly CodeDrug[]
  /** Of a biphasic shock; null without a weight. */
  joules: { low: number; high: number } | null
  onClose: () => void
}

const isEpinephrine = ({ name }: CodeDrug) => /^(epinephrine|adrenaline)\b/i.test(name.trim())
const NO_TAPS: readonly ShownTap[] = []

/** A code as it goes on: its clocks, what can be tapped, and what was. */
export function CodeDialog({ code, patient, drugs, joules, onClose }: CodeDialogProps) {
  const awake = useWakeLock()
  const taps = useTaps(code.codeId) ?? NO_TAPS
  const at = useNow()
  const state = codeState(taps, at)
  const room = useRef<HTMLDivElement>(null)
  const name = nameOfPatient(patient)
  useScrollStop(room, text.titleOf(name))
  const [printing, setPrinting] = useState(false)
  const print = async () => {
    setPrinting(true)
    try {
      showToast({ text: text.printed(await printCode(taps, patient, name)) })
    } catch (error) {
      console.error(error)
      showToast({ text: text.notPrinted, kind: 'harm' })
    } finally {
      setPrinting(false)
    }
  }
  const weight =
    patient?.weight === undefined || patient.weight_units === undefined
      ? null
      : weightText(formatNumber(patient.weight), patient.weight_units)
  return (
    <DialogFrame size="room" outsideCloses={false} onClose={onClose}>
      <div className="code">
        <header className="code-head">
          <Heading slot="title" level={2} className="code-patient" aria-label={text.titleOf(name)}>
            {name}
          </Heading>
          <p className="code-weight tabular">{weight}</p>
          <div className="code-actions">
            <Button
              icon={<Printer aria-hidden />}
              busy={printing && text.printing}
              onClick={() => void print()}
            >
              {text.print}
            </Button>
            <Button icon={<X aria-hidden />} onClick={onClose}>
              {text.close}
            </Button>
          </div>
        </header>
        {awake === 'refused' && <p className="quiet small">{text.mayTurnOff}</p>}
        <div className="code-parts" ref={room}>
          <Clocks state={state} />
          <output className="visually-hidden">{dueSaid(state)}</output>
          {taps.length > 0 && (
            <div className="code-taps">
              {state.startedAt !== null && state.stoppedAt === null ? (
                <Taps {...{ code, state, drugs, joules }} />
              ) : (
                <button
                  type="button"
                  className="code-tap code-tap-danger code-again"
                  onClick={() => recordTap(code, { what: 'started', ...(patient && { patient }) })}
                >
                  <HeartPulse aria-hidden /> {state.startedAt === null ? text.startNow : text.startAgain}
                </button>
              )}
            </div>
          )}
          <TapList taps={taps} twice={state.twice} />
        </div>
      </div>
    </DialogFrame>
  )
}

/** Read out once, when it begins. */
const dueSaid = ({ stoppedAt, epinephrine: { state } }: CodeState): string =>
  stoppedAt === null && (state === 'due' || state === 'overdue')
    ? `${text.epinephrine}: ${text.dose[state]}`
    : ''

function Clocks({ state }: { state: CodeState }) {
  const { cycle, elapsed, stoppedAt } = state
  const share = Math.min(1, cycle.elapsed / CYCLE_MS)
  const isOver = cycle.isOver && stoppedAt === null
  return (
    <section className="code-clocks" aria-label={text.clock}>
      <p className="code-clock tabular" role="timer">
        {clockText(elapsed)}
      </p>
      {stoppedAt === null ? (
        <>
          <div className="code-cycle" style={{ '--share': share }} data-over={isOver || undefined}>
            <span className="code-cycle-name">{text.cycle(cycle.nth)}</span>
            <span className="tabular">
              {isOver
                ? `+${clockText(cycle.elapsed - CYCLE_MS)}`
                : text.cycleLeft(clockText(CYCLE_MS - cycle.elapsed + 999))}
            </span>
          </div>
          <output className="code-due" data-due={isOver || undefined}>
            {isOver ? text.cycleOver : ''}
          </output>
        </>
      ) : (
        <output className="code-due">{text.stoppedAt(clockText(elapsed))}</output>
      )}
    </section>
  )
}

interface TapsProps extends Pick<CodeDialogProps, 'code' | 'drugs' | 'joules'> {
  state: CodeState
}

/** What can be tapped, each with a time of its own. */
function Taps({ code, state, drugs, joules }: TapsProps) {
  // It goes on while a drug is looked for.
  const metronome = useMetronome()
  const [asked, setAsked] = useState<'drug' | 'stop' | null>(null)
  const epinephrine = drugs.filter(isEpinephrine)
  const record = (made: TapMade) => {
    setAsked(null)
    recordTap(code, made)
  }
  if (asked === 'drug')
    return (
      <Asked title={text.whichDrug} onBack={() => setAsked(null)}>
        {drugs
          .filter((drug) => !isEpinephrine(drug))
          .map((drug, place) => (
            <button
              key={place}
              type="button"
              className="code-tap"
              onClick={() => record({ what: 'drug', detail: drug.name })}
            >
              <span className="drug-name">
                <DrugName name={drug.name} />
              </span>
              <small className="tabular">{drug.volume}</small>
            </button>
          ))}
        <AnotherDrug onRecord={(name) => record({ what: 'drug', ...(name !== '' && { detail: name }) })} />
      </Asked>
    )
  if (asked === 'stop')
    return (
      <Asked title={text.whyStop} onBack={() => setAsked(null)}>
        {ENDS.map((end) => (
          <button
            key={end}
            type="button"
            className="code-tap"
            onClick={() => record({ what: 'stopped', detail: end })}
          >
            {text.ends[end]}
          </button>
        ))}
      </Asked>
    )
  return (
    <>
      <button
        type="button"
        className="code-tap code-epinephrine"
        data-state={state.epinephrine.state}
        onClick={() => record({ what: 'epinephrine', ...givenOf(epinephrine) })}
      >
        <span className="code-tap-name">{text.epinephrine}</span>
        {epinephrine.map(({ name, volume }) => (
          <span key={name} className="code-volume tabular">
            {epinephrine.length > 1 && `${name}: `}
            {volume}
          </span>
        ))}
        <EpinephrineDue {...state.epinephrine} />
      </button>
      <fieldset className="code-rhythms">
        <legend>{text.rhythm}</legend>
        {RHYTHMS.map((rhythm) => (
          <button
            key={rhythm}
            type="button"
            className="code-tap"
            onClick={() => record({ what: 'rhythm', detail: rhythm })}
          >
            {text.rhythms[rhythm]}
          </button>
        ))}
      </fieldset>
      <button type="button" className="code-tap" onClick={() => record({ what: 'shock' })}>
        <span className="code-tap-name">{text.shock}</span>
        {joules !== null && <small className="tabular">{text.joules(joules.low, joules.high)}</small>}
        {state.shocks > 0 && <small className="tabular">{text.shocks(state.shocks)}</small>}
      </button>
      <button type="button" className="code-tap" onClick={() => setAsked('drug')}>
        <span className="code-tap-name">{text.drug}</span>
      </button>
      <button
        type="button"
        className="code-tap code-metronome"
        aria-pressed={metronome.isOn}
        onClick={metronome.toggle}
      >
        <span className="code-tap-name">{text.metronome}</span>
        <small className="tabular">{text.perMinute(BEATS_PER_MINUTE)}</small>
      </button>
      <button type="button" className="code-tap code-tap-danger" onClick={() => setAsked('stop')}>
        <span className="code-tap-name">{text.stop}</span>
      </button>
    </>
  )
}

/** The volume of the only epinephrine on the list, which stands on the button. */
function givenOf([first, ...more]: readonly CodeDrug[]): { detail?: string } {
  return first === undefined || more.length > 0 || !first.isOne ? {} : { detail: first.volume }
}

/** One that is not on the list, by its name or without. */
function AnotherDrug({ onRecord }: { onRecord: (name: string) => void }) {
  const [name, setName] = useState('')
  const record = () => onRecord(name.trim().slice(0, NAME_MAX))
  return (
    <div className="code-another">
      <TextField label={text.anotherDrug} value={name} onChange={setName} onEnter={record} />
      <Button kind="primary" onClick={record}>
        {text.record}
      </Button>
    </div>
  )
}

interface AskedProps {
  title: string
  onBack: () => void
  children: ReactNode
}

function Asked({ title, onBack, children }: AskedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="code-asked">
      <h3 ref={heading} tabIndex={-1} className="title-3">
        {title}
      </h3>
      {children}
      <Button className="code-back" onClick={onBack}>
        {text.back}
      </Button>
    </div>
  )
}

function EpinephrineDue({ doses, since, state }: CodeState['epinephrine']) {
  if (state === 'none' || since === null) return <small>{text.dose.none}</small>
  return (
    <>
      <small className="tabular">{text.dosesGiven(doses, clockText(since))}</small>
      <strong className="tabular">
        {state === 'waiting' ? text.nextIn(clockText(EPINEPHRINE_MS.from - since + 999)) : text.dose[state]}
      </strong>
    </>
  )
}

interface TapListProps {
  taps: readonly ShownTap[]
  twice: ReadonlySet<string>
}

/** What was done, the latest first. What was a mistake stays. */
function TapList({ taps, twice }: TapListProps) {
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
  const clock = formatClock(tap.at, timeZone)
  const isFailed = 'failed' in tap && tap.failed
  return (
    <li className="code-row" data-void={tap.isVoid || undefined} data-twice={isTwice || undefined}>
      <span className="code-row-since tabular">{since === null ? '–' : clockText(since)}</span>
      <span className="code-row-what">
        {tap.isVoid ? <del>{words}</del> : words}
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
