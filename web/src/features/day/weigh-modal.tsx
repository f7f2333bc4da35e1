import { useState } from 'react'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { readWeight, weightText } from 'sync-protocol/rules/dose'
import { numberOf, numberText } from 'sync-protocol/rules/number-input'
import type { DayRow } from '../../data/view/day-rows.ts'
import { useFixedUnit } from '../../records/fixed-unit.ts'
import { pictureOf } from '../../records/patient.ts'
import { unitOfNext } from '../../records/unit-of-next.ts'
import { useUnusualWeightOf } from '../../records/use-unusual-weight-of.ts'
import { WeightPad } from '../../records/weight-pad.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import type { Weighing } from './day-actions.ts'
import { factsOf } from './day-list.ts'
import { FactLine } from './fact-line.tsx'
import { dayText as text } from './day-text.ts'
import type { JustWeighed } from './weigh-telling.ts'

interface WeighModalProps {
  row: DayRow
  /** The unit of the patient before, only offered. */
  last: '-' | WeightUnit
  /** How many are to be weighed; null where one patient alone is weighed. */
  left: number | null
  /** What was stored for the patient before: it stands where nothing of this one is typed yet. */
  just: JustWeighed | null
  onUndo: (just: JustWeighed) => void
  onDone: (weighing: Weighing) => void
  onSkip: () => void
  onClose: () => void
}

/** One patient on the scale: large keys, DONE stores the weight and brings the next one. */
export function WeighModal(props: WeighModalProps) {
  const { row, last, left, just, onUndo, onDone, onSkip, onClose } = props
  const { name, species, line, weight: before, weight_units, patient_id } = row.content
  const fixed = useFixedUnit()
  const [weight, setWeight] = useState(before === undefined ? '' : numberText(before))
  const [units, setUnits] = useState<'-' | WeightUnit>(weight_units ?? fixed ?? '-')
  const [estimated, setEstimated] = useState(row.content.estimated === true && before !== undefined)
  const unusual = useUnusualWeightOf({
    species,
    weight,
    weight_units: units,
    name,
    ...(patient_id !== undefined && { patient_id }),
  })
  // A number that replaces the estimate is the scale's, until somebody says otherwise.
  const type = (typed: string) => {
    if (before !== undefined && weight === numberText(before) && typed !== weight) {
      setEstimated(false)
      if (row.content.estimated === true) setUnits(unitOfNext(units, weight_units, fixed))
    }
    setWeight(typed)
  }
  const done = () => {
    const read = readWeight(weight)
    if (read === null || units === '-') return
    onDone({ weight: numberOf(read), units, estimated })
  }
  return (
    <Modal title={text.weighTitle(name)} onClose={onClose}>
      <div className="day-weigh-head">
        <SpeciesPicture species={pictureOf(species)} size={48} label={text.species[species] ?? ''} />
        <p className="day-weigh-who">
          <span className="day-weigh-line tabular">
            <FactLine facts={[line, text.species[species], ...factsOf(row.content)]} />
          </span>
          {left !== null && <span className="quiet">{text.leftToWeigh(left)}</span>}
        </p>
        <Checkbox label={text.isEstimated} checked={estimated} onChange={setEstimated} />
        {left !== null && <Button onClick={onSkip}>{text.skip}</Button>}
      </div>
      <WeightPad
        weight={weight}
        units={units}
        last={last}
        done={left !== null && left > 1 ? text.doneAndNext : text.done}
        onWeight={type}
        onUnit={setUnits}
        onDone={done}
        note={
          unusual === null && weight === '' && just !== null ? (
            <span className="day-weigh-just">
              <span className="tabular">{just.words}</span>
              <Button onClick={() => onUndo(just)}>{text.undo}</Button>
            </span>
          ) : unusual === null ? (
            <span className="keypad-both tabular">
              {units === '-' ? null : weightText(weight, units, estimated)}
            </span>
          ) : (
            <GuardLines findings={[{ level: unusual.level, words: unusual.short }]} />
          )
        }
      />
    </Modal>
  )
}
