import { Check, HeartPulse, Printer, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import type { CodePatient } from 'sync-protocol/records/code-event'
import { NAME_MAX } from 'sync-protocol/records/limits'
import { clockText, codeState, CYCLE_MS, EPINEPHRINE_MS, type CodeState } from 'sync-protocol/rules/code'
import { ENDS, RHYTHMS } from 'sync-protocol/rules/code-words'
import { cutText } from 'sync-protocol/rules/cut-text'
import { largeWeight } from 'sync-protocol/rules/dose'
import { Button } from '../../ui/button.tsx'
import { patientText } from '../../records/patient-text.ts'
import { pictureOf } from '../../records/patient.ts'
import { useUnusualWeightOf, type WeighedPatient } from '../../records/use-unusual-weight-of.ts'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatNumber } from '../../ui/format.ts'
import { GuardLines, GuardMarks, type GuardLine } from '../../ui/guard-lines.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { holdToasts } from '../../ui/toast-queue.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useScrollStop } from '../../ui/use-scroll-stop.ts'
import { useWakeLock } from '../../ui/use-wake-lock.ts'
import { codeText as text } from './code-text.ts'
import '../../ui/room-view.css'
import './code.css'
import { CodeLetters } from './code-letters.tsx'
import { nameOfPatient, saidOfSheet, startedAgainFor, weightSaid, type SheetOfCode } from './code-patient.ts'
import { BEATS_PER_MINUTE } from './metronome.ts'
import { recordTap, type Code, type TapMade } from './recording.ts'
import { TapList } from './tap-list.tsx'
import { useCodePrint } from './use-code-print.ts'
import { useMetronome } from './use-metronome.ts'
import { useNow, useTaps, type ShownTap } from './use-taps.ts'

/** A drug of the patient's emergency list. */
export interface CodeDrug {
  name: string
  /** '0.12–0.25 ml IV'; '' where none can be computed. */
  volume: string
  /** One volume, not a range: what is given can be recorded with it. */
  isOne: boolean
  /** What a person should look at before it is given. */
  warnings: readonly GuardLine[]
}

export interface CodeDialogProps extends SheetOfCode {
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
export function CodeDialog(props: CodeDialogProps) {
  const { code, patient, isNow, isEnded, beside, other, drugs, joules, onClose } = props
  const awake = useWakeLock()
  const taps = useTaps(code.codeId) ?? NO_TAPS
  const at = useNow()
  const state = codeState(taps, at)
  const room = useRef<HTMLDivElement>(null)
  const name = nameOfPatient(patient)
  const says = patient && saidOfSheet(patient, { isNow, isEnded, beside, other })
  // A namesake may be another patient.
  const level = beside?.isNamesake === true && other === null ? ('amber' as const) : ('red' as const)
  useScrollStop(room, text.titleOf(name))
  // They would cover whose code it is, and what is pressed.
  useEffect(holdToasts, [])
  const unusual = useUnusualWeightOf(weighed(patient))
  const findings: GuardLine[] = [
    ...(!says || state.stoppedAt !== null ? [] : [{ level, words: says }]),
    ...(unusual === null ? [] : [{ level: unusual.level, words: unusual.words }]),
  ]
  const { isPrinting, printed, print, said, putAway } = useCodePrint({ taps, patient, says: says ?? '' })
  const printButton = useRef<HTMLButtonElement>(null)
  const weight =
    patient?.weight === undefined || patient.weight_units === undefined
      ? null
      : largeWeight(formatNumber(patient.weight), patient.weight_units, patient.estimated)
  return (
    <DialogFrame size="room" outsideCloses={false} onClose={onClose}>
      <div className="code">
        <header className="code-head">
          {patient !== undefined && (
            <SpeciesPicture
              species={pictureOf(patient.species)}
              size={48}
              label={patientText.speciesNames[patient.species]}
            />
          )}
          <Heading slot="title" level={2} className="code-patient" aria-label={text.titleOf(name)}>
            {name}
          </Heading>
          <p className="code-weight tabular">{weight}</p>
          <div className="code-actions">
            <Button
              ref={printButton}
              icon={printed === '' ? <Printer aria-hidden /> : <Check aria-hidden />}
              busy={isPrinting && text.printing}
              onClick={() => void print()}
            >
              <span className="code-action-name">{printed === '' ? text.print : text.printedAlready}</span>
            </Button>
            <output className="visually-hidden">{printed}</output>
            <Button icon={<X aria-hidden />} onClick={onClose}>
              <span className="code-action-name">{text.close}</span>
            </Button>
          </div>
          {findings.length > 0 && (
            <div className="code-unusual">
              <GuardLines findings={findings} />
            </div>
          )}
          <output className="visually-hidden">{state.stoppedAt === null ? says : null}</output>
        </header>
        {said !== undefined && (
          <CodeLetters
            print={said}
            hasSheet={code.sheetId !== undefined}
            onDismiss={() => {
              putAway()
              printButton.current?.focus()
            }}
          />
        )}
        {awake === 'refused' && <p className="quiet small">{text.mayTurnOff}</p>}
        <div className="code-parts" data-stopped={state.stoppedAt !== null || undefined} ref={room}>
          <Clocks state={state} />
          <output className="visually-hidden">{dueSaid(state)}</output>
          {taps.length > 0 && (
            <div className="code-taps">
              {state.startedAt !== null && state.stoppedAt === null ? (
                <Taps {...{ code, state, drugs, joules }} />
              ) : (
                <StartAgain
                  {...{ code, patient, isNow: beside === null ? isNow : null }}
                  wasStarted={state.startedAt !== null}
                />
              )}
            </div>
          )}
          <TapList taps={taps} twice={state.twice} />
        </div>
      </div>
    </DialogFrame>
  )
}

interface StartAgainProps extends Pick<CodeDialogProps, 'code' | 'patient' | 'isNow'> {
  wasStarted: boolean
}

/** Says the weight that it starts with, where that is not the one above. */
function StartAgain({ code, patient, isNow, wasStarted }: StartAgainProps) {
  const isFor = patient && startedAgainFor(patient, isNow)
  const weight = isFor === undefined ? '' : weightSaid(isFor)
  return (
    <button
      type="button"
      className={`code-tap code-again ${wasStarted ? 'code-tap-again' : 'code-tap-danger'}`}
      onClick={() => recordTap(code, { what: 'started', ...(isFor && { patient: isFor }) })}
    >
      <HeartPulse aria-hidden /> {wasStarted ? text.startAgain : text.startNow}
      {patient !== undefined && weight !== weightSaid(patient) && <small className="tabular">{weight}</small>}
    </button>
  )
}

/** The weight as it is judged: by the species alone, since another patient may have the same name. */
const weighed = (patient: CodePatient | undefined): WeighedPatient => ({
  species: patient?.species ?? -1,
  weight: patient?.weight === undefined ? '' : String(patient.weight),
  weight_units: patient?.weight_units ?? '-',
})

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
              <GuardMarks findings={drug.warnings} />
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
        <GuardMarks findings={epinephrine.flatMap(({ warnings }) => warnings)} />
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
      <button type="button" className="code-tap code-tap-danger code-stop" onClick={() => setAsked('stop')}>
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
  const record = () => onRecord(cutText(name.trim(), NAME_MAX))
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
