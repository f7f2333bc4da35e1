import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { WEIGHT_UNITS, type WeightUnit } from 'sync-protocol/records/sheet'
import { bothUnits, weightText } from 'sync-protocol/rules/dose'
import { checkWeight, type SheetProblem } from 'sync-protocol/rules/sheet'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { NumberPad } from '../../ui/number-pad.tsx'
import { guardWhatCame } from '../../ui/press-guard.ts'
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts'
import { typed, unitChosen } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { useUnusualWeight, WeightWarning } from './weight-guard.tsx'
import './unit-buttons.css'
import './weight-keypad.css'

/**
 * The weight by large keys. What is pressed is in the sheet's field at once, so leaving it half way loses nothing; DONE alone
 * asks for a weight that can be computed with. A press beside it does nothing: a slip from a key must not close it.
 */
export function WeightKeypad({ onClose }: { onClose: () => void }) {
  const name = useSheet(({ sheet }) => sheet.draft.name)
  return (
    <Modal title={sheetText.weightOf(name)} onClose={onClose}>
      <Keypad onDone={onClose} />
    </Modal>
  )
}

/** What a dialog waits until it takes a focused field for a reason to await the system's keyboard, which does not come here. */
const FRAMES_UNTIL_FOCUS = 3

/** The next digit begins another number: the one that is there is not lengthened by mistake. */
function takeNumber(input: HTMLInputElement | null): () => void {
  input?.setSelectionRange(0, input.value.length)
  let frame = 0
  const wait = (left: number) => {
    if (left === 0) input?.focus()
    else frame = requestAnimationFrame(() => wait(left - 1))
  }
  wait(FRAMES_UNTIL_FOCUS)
  return () => cancelAnimationFrame(frame)
}

function Keypad({ onDone }: { onDone: () => void }) {
  const session = useSession()
  const draft = useSheet(({ sheet }) => sheet.draft)
  const [refused, setRefused] = useState<SheetProblem | null>(null)
  const number = useRef<HTMLInputElement>(null)
  const bothUnitKeys = useRef<HTMLFieldSetElement>(null)
  const coarse = useCoarsePointer()
  const { weight, weight_units: units } = draft
  const last = useSheet(({ sheet }) => sheet.remembered.weight_units)

  const leaveNumber = useRef(() => undefined as void)
  useEffect(() => {
    guardWhatCame()
    leaveNumber.current = takeNumber(number.current)
    return () => leaveNumber.current()
  }, [])

  const change = (value: string) => {
    setRefused(null)
    session.update((sheet) => typed(sheet, 'weight', value))
  }
  const choose = (unit: WeightUnit) => {
    setRefused(null)
    session.update((sheet) => unitChosen(sheet, unit))
  }
  const done = () => {
    const problem = checkWeight(draft)
    if (problem === null) return onDone()
    const asksUnit = problem.field === 'weight_units'
    setRefused(asksUnit ? { ...problem, message: whichWeight(weight) } : problem)
    // Quicker than the frames with which the number takes the focus.
    leaveNumber.current()
    // To both units, so that the Enter that pressed DONE chooses none.
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
            aria-label={sheetText.keypadNumber}
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
              done()
            }}
          />
          <span className={units === '-' ? 'keypad-no-unit' : 'keypad-unit'}>
            {units === '-' ? sheetText.whichUnit : units}
          </span>
        </div>
        <KeypadNote refused={refused?.message ?? null} />
      </div>
      <fieldset
        className={refused?.field === 'weight_units' ? 'keypad-units keypad-units-asked' : 'keypad-units'}
        ref={bothUnitKeys}
        tabIndex={-1}
        aria-label={sheetText.keypadUnits}
        aria-describedby="keypad-note"
      >
        {WEIGHT_UNITS.map((unit) => (
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
      <Button kind="primary" wide className="keypad-done" onClick={done}>
        {sheetText.done}
      </Button>
    </div>
  )
}

/** '22 lb (9.98 kg) or 22 kg (48.51 lb)?' */
function whichWeight(weight: string): string {
  const [lb, kg] = [bothUnits(weight, 'lb'), bothUnits(weight, 'kg')]
  if (lb === null || kg === null) return sheetText.needUnits
  return sheetText.whichWeight(sheetText.inBoth(lb), sheetText.inBoth(kg))
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
        {isLast && <span className="visually-hidden"> {sheetText.lastUnit}</span>}
      </span>
      <span className="tabular">
        {weightText(weight, unit)?.split(' · ')[1] ?? sheetText.unitNames[unit]}
      </span>
    </button>
  )
}

/** Both units, or what is wrong; always as high, so that no key moves under a finger. */
function KeypadNote({ refused }: { refused: string | null }) {
  const { weight, weight_units: units } = useSheet(({ sheet }) => sheet.draft)
  const both = units === '-' ? null : weightText(weight, units)
  const unusual = useUnusualWeight()
  return (
    <div className="keypad-note" id="keypad-note" aria-live="polite">
      {refused !== null ? (
        <span className="keypad-refused">
          <CircleAlert aria-hidden />
          {refused}
        </span>
      ) : unusual !== null ? (
        <WeightWarning short />
      ) : (
        <span className="keypad-both tabular">{both}</span>
      )}
    </div>
  )
}
