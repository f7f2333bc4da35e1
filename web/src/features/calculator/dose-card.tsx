import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Species } from 'sync-protocol/records/fields'
import { ChoiceButton } from '../../ui/choice-button.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { calculatorText as text } from './calculator-text.ts'
import { Choices } from './choices.tsx'
import { DrugPicker } from './drug-picker.tsx'
import {
  doseUnitsFor,
  drugChosen,
  drugRemoved,
  perMlOf,
  unitChosen,
  type InfusionForm,
} from './infusion-form.ts'
import { NumberField } from './number-field.tsx'

interface DoseCardProps {
  form: InfusionForm
  species: Species
  onChange: (form: InfusionForm) => void
}

/** The drug, its concentration, and the dose with its unit. */
export function DoseCard({ form, species, onChange }: DoseCardProps) {
  const [isPicking, setPicking] = useState(false)
  const dose = useRef<HTMLInputElement>(null)
  const { drug, drugId, unit, before } = form
  return (
    <section className="calc-card calc-dose" aria-labelledby="calc-dose">
      <h2 className="title-3" id="calc-dose">
        {text.drugAndDose}
      </h2>
      <div className="calc-drug">
        <ChoiceButton
          label={text.drug}
          value={drugId === '' ? undefined : <DrugName name={drug} />}
          placeholder={text.noDrug}
          onPress={() => setPicking(true)}
        />
        {drugId !== '' && (
          <IconButton label={text.removeDrug} icon={<X />} onClick={() => onChange(drugRemoved(form))} />
        )}
      </div>
      <NumberField
        label={text.concentration}
        name="concentration"
        value={form.concentration}
        suffix={perMlOf(form)}
        onChange={(concentration) => onChange({ ...form, concentration })}
      />
      <NumberField
        label={text.dose}
        name="dose"
        value={form.dose}
        suffix={unit === '-' ? undefined : unit}
        inputRef={dose}
        hint={
          before === '' || unit === '-' ? undefined : (
            <span className="calc-asked">{text.typedBefore(before, unit)}</span>
          )
        }
        onChange={(typed) => onChange({ ...form, dose: typed, before: '' })}
      />
      <Choices
        legend={text.doseUnit}
        options={doseUnitsFor(form).map((value) => ({ value, label: value }))}
        chosen={unit}
        onChoose={(next) => {
          const changed = unitChosen(form, next)
          onChange(changed)
          if (changed.dose !== form.dose) dose.current?.focus()
        }}
      />
      {isPicking && (
        <DrugPicker
          species={species}
          chosen={drugId}
          onClose={() => setPicking(false)}
          onChoose={(chosen) => {
            onChange(drugChosen(form, chosen))
            setPicking(false)
          }}
        />
      )}
    </section>
  )
}
