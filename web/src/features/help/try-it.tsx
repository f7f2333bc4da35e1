import { useState } from 'react'
import { arithmetic, drugVolume, exactText, weightText, type Weight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { checkWeight } from 'sync-protocol/rules/sheet'
import { quantityMessage, readQuantity } from 'sync-protocol/rules/typed-quantity'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import type { DrugExample } from './example-drug.ts'
import { useExample } from './use-example.ts'
import { volumesText as text } from './volumes-text.ts'

const UNITS = (['lb', 'kg'] as const).map((value) => ({ value, label: text.unitNames[value] }))

/** 0 is no dosage: there is no volume then. What a library would keep of it counts, and is said. */
function quantityOf(typed: string, label: string, unit: string): { value: number; hint: string | undefined } {
  const read = readQuantity(typed, label)
  if (read.fault !== null) return { value: 0, hint: undefined }
  return { value: read.value, hint: read.rounded === null ? undefined : text.rounded(read.rounded, unit) }
}

interface Typed {
  weight: string
  units: Weight['units']
  dosage: string
  concentration: string
}

/** A reader changes the numbers and sees the sheet's own arithmetic; it begins with a drug of the clinic's library. */
export function TryIt() {
  const example = useExample()
  return example && <TryOut example={example} />
}

function TryOut({ example }: { example: DrugExample }) {
  const [typed, setTyped] = useState<Typed>({
    weight: example.weight,
    units: example.units,
    dosage: numberText(example.dosage),
    concentration: numberText(example.concentration),
  })
  // What is typed stays also where the library changes meanwhile; the name belongs to the numbers that it came with.
  const [drug] = useState(example.drug)
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const { weight, units } = typed
  const read = {
    dosage: quantityOf(typed.dosage, text.dosage, text.mgPerKg),
    concentration: quantityOf(typed.concentration, text.concentration, text.mgPerMl),
  }
  const dose = { weight, units, dosage: read.dosage.value, concentration: read.concentration.value }
  const volume = drugVolume(dose)
  const quantity = (name: 'dosage' | 'concentration') => ({
    label: text[name],
    value: typed[name],
    inputMode: 'decimal' as const,
    error: quantityMessage(typed[name], text[name]) ?? undefined,
    hint: read[name].hint,
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <section className="help-part stack" aria-labelledby="help-try">
      <h3 className="title-3" id="help-try">
        {text.tryHeading}
      </h3>
      <p className="quiet">{text.tryText}</p>
      {drug && <p>{text.tryDrug(drug.name, drug.species)}</p>}
      <div className="fields">
        <TextField
          label={text.weight}
          value={weight}
          inputMode="decimal"
          hint={weightText(weight, units) ?? undefined}
          error={checkWeight({ weight, weight_units: units })?.message}
          onChange={(value) => change({ weight: value })}
        />
        <Segmented
          label={text.units}
          value={units}
          options={UNITS}
          onChange={(value) => change({ units: value })}
        />
        <TextField {...quantity('dosage')} suffix={text.mgPerKg} />
        <TextField {...quantity('concentration')} suffix={text.mgPerMl} />
      </div>
      <output className="try-result" aria-label={text.volume}>
        <VolumeNumber
          value={volume?.text}
          state={volume === null || volume.flag === 'none' ? 'normal' : 'flagged'}
        />
        <span className="try-arithmetic tabular">
          <span>{arithmetic(dose)}</span>
          {volume !== null && volume.flag !== 'none' && (
            <span className="try-flag">
              {volume.flag === 'too-small' ? text.tooSmall : text.far} · {text.exact(exactText(volume.exact))}
            </span>
          )}
        </span>
      </output>
    </section>
  )
}
