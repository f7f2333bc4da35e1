import { useLiveQuery } from 'dexie-react-hooks'
import { UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WeightUnit } from 'sync-protocol/records/sheet'
import { bothUnits, weightText, type Weight } from 'sync-protocol/rules/dose'
import { useStore } from 'zustand'
import { knownPeople } from '../../data/people/known-person.ts'
import { secondPerson, type SecondPerson } from '../../data/people/second-person.ts'
import { session as signedIn } from '../../data/people/session.ts'
import { useFixedUnit } from '../../records/fixed-unit.ts'
import { WeightPad } from '../../records/weight-pad.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { doubleCheckText as text } from './double-check-text.ts'
import './double-check.css'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { pictureOf } from '../../records/patient.ts'

type Person = Extract<SecondPerson, { ok: true }>
/** Both readings, where they are not the same. */
interface Apart {
  first: Weight
  second: Weight
}
type Step =
  | { at: 'who' }
  /** `apart` is what they typed before, where it was not the same. */
  | { at: 'weigh'; who: Person; whose: 'first' | 'second'; apart?: Apart }
  | { at: 'apart'; who: Person; apart: Apart }

/**
 * The check by a second person, over all of the page: nothing of the weight and the volumes is to be seen while they say who
 * they are and type what they read.
 */
export function DoubleCheckDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const [step, setStep] = useState<Step>({ at: 'who' })
  const firstName = useFirstName()

  const typed = (weighing: Extract<Step, { at: 'weigh' }>, read: Weight) => {
    const { who, whose, apart } = weighing
    const { weight, weight_units: units } = session.store.getState().sheet.draft
    const sheets = units === '-' ? null : { weight, units }
    const again = whose === 'first' ? read : (apart?.first ?? null)
    const second = whose === 'first' ? apart?.second : read
    if (second === undefined) return
    if (session.doubleCheck({ by: who._id, name: who.name, read: second }, again)) return onClose()
    const first = again ?? sheets
    // The weight was taken off the sheet on another tablet: there is nothing to compare with.
    if (first === null) return onClose()
    setStep({ at: 'apart', who, apart: { first, second } })
  }

  return (
    <Modal
      title={text.title}
      size="full"
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.cancel}</Button>}
    >
      <div className="double-check">
        <Patient />
        {step.at === 'who' && <Who onKnown={(who) => setStep({ at: 'weigh', who, whose: 'second' })} />}
        {step.at === 'weigh' && (
          <Reading
            key={step.whose}
            name={step.whose === 'first' ? firstName : step.who.name}
            onRead={(read) => typed(step, read)}
          />
        )}
        {step.at === 'apart' && (
          <TwoWeights
            apart={step.apart}
            names={[firstName, step.who.name]}
            onAgain={(whose) => setStep({ at: 'weigh', who: step.who, whose, apart: step.apart })}
          />
        )}
      </div>
    </Modal>
  )
}

/** Who typed the weight on the sheet: who is logged in, if it did not come from another tablet. */
function useFirstName(): string {
  const name = useStore(signedIn, ({ user }) => user?.name ?? '')
  const came = useSheet((state) => (state.came?.parts.includes('weight') === true ? state.came.by : null))
  return came || name
}

function Patient() {
  const { species, name, procedure } = useSheet(({ sheet }) => sheet.draft)
  const facts = [sheetText.speciesNames[species], procedure?.content.name].filter(Boolean)
  return (
    <div className="double-check-patient">
      <SpeciesPicture species={pictureOf(species)} size={44} />
      <div>
        <strong className="double-check-name">{name.trim() || text.noName}</strong>
        <div className="quiet">{facts.join(' · ')}</div>
      </div>
    </div>
  )
}

function Who({ onKnown }: { onKnown: (who: Person) => void }) {
  const user = useStore(signedIn, (state) => state.user)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Extract<SecondPerson, { ok: false }> | null>(null)
  const [busy, setBusy] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const people = useLiveQuery(
    async () =>
      (await knownPeople()).filter(({ user_id, org_id }) => org_id === user?.org_id && user_id !== user._id),
    [user],
  )
  useEffect(() => {
    if (wrong !== null) (wrong.field === 'email' ? emailInput : passwordInput).current?.focus()
  }, [wrong])
  const type = (set: (value: string) => void) => (value: string) => {
    set(value)
    setWrong(null)
  }
  const submit = async () => {
    if (busy || user === null) return
    setBusy(true)
    try {
      const found = await secondPerson(email, password, user)
      if (found.ok) return onKnown(found)
      setWrong(found)
    } catch (error) {
      console.error(error)
      setWrong({ ok: false, field: 'password', message: text.failed })
    }
    setBusy(false)
  }
  const at = (field: 'email' | 'password') => (wrong?.field === field ? wrong.message : undefined)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{text.about}</p>
      <h3 className="title-3">{text.who}</h3>
      {people !== undefined && people.length > 0 && (
        <ul className="double-check-people" aria-label={text.people}>
          {people.map((person) => (
            <li key={person.email}>
              <button
                type="button"
                className="double-check-person"
                aria-pressed={person.email === email.trim().toLowerCase()}
                onClick={() => {
                  type(setEmail)(person.email)
                  setPassword('')
                  passwordInput.current?.focus()
                }}
              >
                <UserRound aria-hidden />
                {person.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={text.email}
        name="second-email"
        type="email"
        inputMode="email"
        value={email}
        error={at('email')}
        inputRef={emailInput}
        onChange={type(setEmail)}
        onEnter={() => void submit()}
      />
      <TextField
        label={text.password}
        name="second-password"
        type="password"
        value={password}
        error={at('password')}
        inputRef={passwordInput}
        onChange={type(setPassword)}
        onEnter={() => void submit()}
      />
      <Button type="submit" kind="primary" wide busy={busy && text.checking}>
        {text.go}
      </Button>
      <p className="quiet">{text.stays(user?.name ?? '')}</p>
    </form>
  )
}

/** What somebody reads: nothing is filled in, and no unit offered but the clinic's. */
function Reading({ name, onRead }: { name: string; onRead: (read: Weight) => void }) {
  const [weight, setWeight] = useState('')
  const fixed = useFixedUnit()
  const [units, setUnits] = useState<'-' | WeightUnit>(fixed ?? '-')
  const both = units === '-' ? null : weightText(weight, units)
  return (
    <>
      <p>{text.types(name)}</p>
      <WeightPad
        weight={weight}
        units={units}
        done={sheetText.done}
        onWeight={setWeight}
        onUnit={setUnits}
        onDone={() => units !== '-' && onRead({ weight, units })}
        note={<span className="keypad-both tabular">{both}</span>}
      />
    </>
  )
}

interface TwoWeightsProps {
  apart: Apart
  names: readonly [first: string, second: string]
  onAgain: (whose: 'first' | 'second') => void
}

function TwoWeights({ apart: { first, second }, names: [firstName, secondName], onAgain }: TwoWeightsProps) {
  const [one, other] = [first, second].map(({ weight, units }) => bothUnits(weight, units) ?? ['', ''])
  const looksTheSame = one?.toSorted().join() === other?.toSorted().join()
  return (
    <>
      <Banner kind="harm" title={text.differTitle}>
        {text.differText} {looksTheSame && text.closeText}
      </Banner>
      <div className="double-check-apart">
        <OneWeight name={firstName} read={one} onAgain={() => onAgain('first')} />
        <OneWeight name={secondName} read={other} onAgain={() => onAgain('second')} />
      </div>
    </>
  )
}

interface OneWeightProps {
  name: string
  read: readonly string[] | undefined
  onAgain: () => void
}

function OneWeight({ name, read: [typed, other] = [], onAgain }: OneWeightProps) {
  return (
    <div className="double-check-one">
      <span className="quiet">{text.typedBy(name)}</span>
      <span className="double-check-typed tabular">{typed}</span>
      <span className="tabular">({other})</span>
      <Button wide onClick={onAgain}>
        {text.again}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </div>
  )
}
