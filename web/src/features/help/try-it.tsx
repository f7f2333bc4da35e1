import { useState } from 'react'
import {
  arithmetic,
  drugVolume,
  exactText,
  readWeight,
  weightText,
  type Weight,
} from 'sync-protocol/rules/dose'
import { quantityMessage, readQuantity } from 'sync-protocol/rules/typed-quantity'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import { EXAMPLES } from './volume-examples.ts'
import { volumesText as text } from './volumes-text.ts'

const START = {
  weight: EXAMPLES.pounds.weight as string,
  units: EXAMPLES.pounds.units as Weight['units'],
  dosage: String(EXAMPLES.pounds.dosage),
  concentration: String(EXAMPLES.pounds.concentration),
}

const UNITS = (['lb', 'kg'] as const).map((value) => ({ value, label: text.unitNames[value] }))

/** 0 is no dosage: there is no volume then. */
const numberOf = (typed: string, label: string) => {
  const read = readQuantity(typed, label)
  return read.fault === null ? read.value : 0
}

/** A reader changes the numbers and sees the sheet's own arithmetic. */
export function TryIt() {
  const [typed, setTyped] = useState(START)
  const change = (part: Partial<typeof START>) => setTyped({ ...typed, ...part })
  const { weight, units } = typed
  const dosage = numberOf(typed.dosage, text.dosage)
  const concentration = numberOf(typed.concentration, text.concentration)
  const dose = { weight, units, dosage, concentration }
  const volume = drugVolume(dose)
  const quantity = (name: 'dosage' | 'concentration') => ({
    label: text[name],
    value: typed[name],
    inputMode: 'decimal' as const,
    error: quantityMessage(typed[name], text[name]) ?? undefined,
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <section className="help-part stack" aria-labelledby="help-try">
      <h3 className="title-3" id="help-try">
        {text.tryHeading}
      </h3>
      <p className="quiet">{text.tryText}</p>
      <div className="fields">
        <TextField
          label={text.weight}
          value={weight}
          inputMode="decimal"
          hint={weightText(weight, units) ?? undefined}
          error={readWeight(weight) === null ? text.noWeight : undefined}
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
