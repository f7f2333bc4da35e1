import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { WeightUnit } from 'sync-protocol/records/sheet'
import { bothUnits, weightText } from 'sync-protocol/rules/dose'
import { checkWeight, type SheetProblem } from 'sync-protocol/rules/sheet'
import { Button } from '../ui/button.tsx'
import { NumberPad } from '../ui/number-pad.tsx'
import { guardWhatCame } from '../ui/press-guard.ts'
import { useCoarsePointer } from '../ui/use-coarse-pointer.ts'
import { offeredUnits, useFixedUnit } from './fixed-unit.ts'
import './weight-pad.css'
import { weightText as words } from './weight-text.ts'

/** What a dialog waits until it takes a focused field for a reason to await the system's keyboard, which does not come here. */
const FRAMES_UNTIL_FOCUS = 3

/**
 * The next digit begins another number: the one that is there is not lengthened by mistake. A key that comes before the focus
 * brings it: a number without its first digits is another weight.
 */
function takeNumber(input: HTMLInputElement | null): () => void {
  input?.setSelectionRange(0, input.value.length)
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('keydown', onKey, true)
  }
  const take = () => {
    stop()
    input?.focus()
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (/^[\d.,]$/.test(key)) take()
  }
  const wait = (left: number) => {
    if (left === 0) take()
    else frame = requestAnimationFrame(() => wait(left - 1))
  }
  document.addEventListener('keydown', onKey, true)
  wait(FRAMES_UNTIL_FOCUS)
  return stop
}

interface WeightPadProps {
  weight: string
  units: '-' | WeightUnit
  /** The unit that is only offered. */
  last?: '-' | WeightUnit
  /** On the last key. */
  done: string
  onWeight: (weight: string) => void
  onUnit: (unit: WeightUnit) => void
  /** Called with a weight that can be computed with. */
  onDone: () => void
  /** Below the number, while nothing is wrong with it. */
  note: ReactNode
  /** The field, for who gives it the focus. Without, it takes the focus when the keys come. */
  number?: RefObject<HTMLInputElement | null>
}

/** A weight by large keys, and its unit. */
export function WeightPad(props: WeightPadProps) {
  const { weight, units, last = '-', done, onWeight, onUnit, onDone, note, number: given } = props
  const [refused, setRefused] = useState<SheetProblem | null>(null)
  const own = useRef<HTMLInputElement>(null)
  const number = given ?? own
  const bothUnitKeys = useRef<HTMLFieldSetElement>(null)
  const coarse = useCoarsePointer()
  const fixed = useFixedUnit()

  const leaveNumber = useRef(() => undefined as void)
  useEffect(() => {
    if (given !== undefined) return undefined
    guardWhatCame()
    leaveNumber.current = takeNumber(own.current)
    return () => leaveNumber.current()
  }, [given])

  const change = (value: string) => {
    setRefused(null)
    onWeight(value)
  }
  const choose = (unit: WeightUnit) => {
    setRefused(null)
    onUnit(unit)
  }
  const pressDone = () => {
    const problem = checkWeight({ weight, weight_units: units })
    if (problem === null) return onDone()
    const asksUnit = problem.field === 'weight_units'
    setRefused(asksUnit ? { ...problem, message: whichWeight(weight) } : problem)
    // Quicker than the frames with which the number takes the focus.
    leaveNumber.current()
    // To both units, so that the Enter that pressed it chooses none.
    const place = asksUnit ? bothUnitKeys : number
    place.current?.focus()
  }

  return (
    <div className="keypad">
      <div className="keypad-read">
        <div className="keypad-weight" data-length={weight.length > 8 ? 'long' : undefined}>
          <input
            ref={number}
            className="keypad-number tabular"
            aria-label={words.number}
            aria-invalid={refused?.field === 'weight' || undefined}
            aria-describedby="keypad-note"
            name="weight"
            inputMode={coarse ? 'none' : 'decimal'}
            autoComplete="off"
            style={{ '--characters': Math.max(1, weight.length) }}
            value={weight}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              pressDone()
            }}
          />
          <span className={units === '-' ? 'keypad-no-unit' : 'keypad-unit'}>
            {units === '-' ? words.whichUnit : units}
          </span>
        </div>
        {/* Always as high, so that no key moves under a finger. */}
        <div className="keypad-note" id="keypad-note" aria-live="polite">
          {refused === null ? (
            note
          ) : (
            <span className="keypad-refused">
              <CircleAlert aria-hidden />
              {refused.message}
            </span>
          )}
        </div>
      </div>
      <fieldset
        className={refused?.field === 'weight_units' ? 'keypad-units keypad-units-asked' : 'keypad-units'}
        ref={bothUnitKeys}
        tabIndex={-1}
        aria-label={words.units}
        aria-describedby="keypad-note"
      >
        {offeredUnits(units, fixed).map((unit) => (
          <UnitChoice
            key={unit}
            unit={unit}
            weight={weight}
            chosen={units}
            isLast={units === '-' && last === unit}
            onChoose={choose}
          />
        ))}
      </fieldset>
      <NumberPad field={number} onChange={change} />
      <Button kind="primary" wide className="keypad-done" onClick={pressDone}>
        {done}
      </Button>
    </div>
  )
}

/** '22 lb (9.98 kg) or 22 kg (48.51 lb)?' */
function whichWeight(weight: string): string {
  const [lb, kg] = [bothUnits(weight, 'lb'), bothUnits(weight, 'kg')]
  if (lb === null || kg === null) return words.needUnits
  return words.whichWeight(words.inBoth(lb), words.inBoth(kg))
}

interface UnitChoiceProps {
  unit: WeightUnit
  weight: string
  chosen: '-' | WeightUnit
  /** Offered, since it was used last. */
  isLast: boolean
  onChoose: (unit: WeightUnit) => void
}

/** With what the number would be in the other unit: the wrong one of the two is seen before it is pressed. */
function UnitChoice({ unit, weight, chosen, isLast, onChoose }: UnitChoiceProps) {
  return (
    <button
      type="button"
      className="keypad-unit-choice"
      aria-pressed={chosen === unit}
      data-last={isLast || undefined}
      onClick={() => onChoose(unit)}
    >
      <span className="keypad-unit-name">
        {unit}
        {isLast && <span className="visually-hidden"> {words.lastUnit}</span>}
      </span>
      <span className="tabular">{weightText(weight, unit)?.split(' · ')[1] ?? words.unitNames[unit]}</span>
    </button>
  )
}
