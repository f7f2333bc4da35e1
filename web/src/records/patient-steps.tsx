import { CircleAlert } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { CANINE, FELINE, type Species } from 'sync-protocol/records/fields'
import type { WeightUnit } from 'sync-protocol/records/sheet'
import { weightText } from 'sync-protocol/rules/dose'
import { useFixedUnit } from './fixed-unit.ts'
import { useUnusualWeightOf } from './use-unusual-weight-of.ts'
import { WeightPad } from './weight-pad.tsx'
import { Button } from '../ui/button.tsx'
import { GuardLines } from '../ui/guard-lines.tsx'
import { SpeciesPicture } from '../ui/species-picture.tsx'
import { pictureOf, type Patient } from './patient.ts'
import './patient.css'
import { patientText as text } from './patient-text.ts'

interface PatientStepsProps {
  /** Of the open sheet, where it has one. */
  species: -1 | Species
  /** On the last key. */
  go: string
  onGo: (patient: Patient) => void
  /** In place of the steps: sheets that are open. */
  others: ReactNode
  /** Back to the patient of the open sheet, by name; null where there is none. */
  back: { name: string; onPress: () => void } | null
}

/** A patient without a sheet: species, weight and its unit, which is pressed for each one unless the clinic has fixed it. */
export function PatientSteps({ species: known, go: goWords, onGo, others, back }: PatientStepsProps) {
  const [species, setSpecies] = useState(known)
  const [weight, setWeight] = useState('')
  const fixed = useFixedUnit()
  const [units, setUnits] = useState<'-' | WeightUnit>(fixed ?? '-')
  const [missing, setMissing] = useState(false)
  const number = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const unusual = useUnusualWeightOf({ species, weight, weight_units: units })
  const choose = (one: Species) => {
    // Another species is another patient: its unit is asked for, as on a sheet.
    if (species !== -1 && species !== one) setUnits(fixed ?? '-')
    setSpecies(one)
    setMissing(false)
    number.current?.focus()
  }
  const go = () => {
    if (species === -1) {
      setMissing(true)
      first.current?.focus()
    } else if (units !== '-') onGo({ species, weight, units, sheet: null })
  }
  return (
    <section className="patient-steps" aria-label={text.steps}>
      <div className="patient-others">
        {back !== null && (
          <div className="patient-back">
            <Button onClick={back.onPress}>{text.backTo(back.name)}</Button>
          </div>
        )}
        {others}
      </div>
      <fieldset className="patient-species" aria-describedby={missing ? 'patient-missing' : undefined}>
        <legend className="visually-hidden">{text.species}</legend>
        {([CANINE, FELINE] as const).map((one) => (
          <button
            key={one}
            ref={one === CANINE ? first : undefined}
            type="button"
            className="patient-species-choice"
            aria-pressed={species === one}
            onClick={() => choose(one)}
          >
            <SpeciesPicture species={pictureOf(one)} size={88} />
            {text.speciesNames[one]}
          </button>
        ))}
        <div aria-live="polite" className="patient-missing">
          {missing && (
            <span id="patient-missing">
              <CircleAlert aria-hidden /> {text.chooseSpecies}
            </span>
          )}
        </div>
      </fieldset>
      <WeightPad
        weight={weight}
        units={units}
        done={goWords}
        onWeight={setWeight}
        onUnit={setUnits}
        onDone={go}
        number={number}
        note={
          unusual === null ? (
            <span className="keypad-both tabular">{units === '-' ? null : weightText(weight, units)}</span>
          ) : (
            <GuardLines findings={[{ level: unusual.level, words: unusual.short }]} />
          )
        }
      />
    </section>
  )
}
