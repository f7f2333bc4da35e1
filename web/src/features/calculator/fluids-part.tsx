import { numberText } from 'sync-protocol/rules/number-input'
import { STARTING_RATES } from 'sync-protocol/rules/infusion'
import type { Patient } from '../../records/patient.ts'
import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import { volumeParts } from '../../ui/volume-parts.ts'
import { calculatorText as text } from './calculator-text.ts'
import { fluidTable, SUGGESTED_MAINTENANCE, type FluidForm, type FluidRow } from './fluid-form.ts'
import { DropSets } from './infusion-part.tsx'
import { NumberField } from './number-field.tsx'

interface FluidsPartProps {
  patient: Patient
  form: FluidForm
  onChange: (form: FluidForm) => void
}

/** Fluids of an anesthesia, hour by hour. */
export function FluidsPart({ patient, form, onChange }: FluidsPartProps) {
  const { rows, belowMaintenance } = fluidTable(form, patient)
  const { species } = patient
  const pumps = [...new Set(rows.flatMap(({ pump }) => pump ?? []))]
  const lines: GuardLine[] = pumps.map((words) => ({ level: 'amber', words }))
  const isSuggested = form.maintenance.trim() === SUGGESTED_MAINTENANCE
  return (
    <div className="calc-columns">
      <section className="calc-card calc-dose" aria-labelledby="calc-fluids">
        <h2 className="title-3" id="calc-fluids">
          {text.rates}
        </h2>
        <NumberField
          label={text.start}
          name="start"
          value={form.start}
          suffix={text.mlPerKgPerHour}
          hint={text.startFrom(numberText(STARTING_RATES[species]), text.animals[species])}
          error={belowMaintenance}
          onChange={(start) => onChange({ ...form, start })}
        />
        <NumberField
          label={text.maintenance}
          name="maintenance"
          value={form.maintenance}
          suffix={text.mlPerKgPerHour}
          hint={(isSuggested ? text.maintenanceFrom : text.suggested)(SUGGESTED_MAINTENANCE)}
          onChange={(maintenance) => onChange({ ...form, maintenance })}
        />
        <DropSets chosen={form.drops} onChoose={(drops) => onChange({ ...form, drops })} />
      </section>
      <section className="calc-card" aria-label={text.fluids}>
        <SettledStatus text={saidOf(rows)} />
        <GuardLines findings={lines} />
        {rows.length === 0 ? (
          <VolumeNumber value={undefined} unit={text.perHour} />
        ) : (
          <Hours rows={rows} hasDrops={form.drops !== '-'} />
        )}
      </section>
    </div>
  )
}

function saidOf([first]: readonly FluidRow[]): string {
  return first === undefined ? '' : text.said(`${text.hour} 1`, first.rate.text, text.perHour)
}

/** Its point stands below those of the other rows. */
function Aligned({ text: value }: { text: string }) {
  const { whole, fraction } = volumeParts(value)
  return (
    // Its two parts would be read out as two numbers.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` holds no text that can be chosen and copied
    <span role="img" aria-label={value}>
      {whole}
      <span className="calc-fraction">{fraction}</span>
    </span>
  )
}

function Hours({ rows, hasDrops }: { rows: readonly FluidRow[]; hasDrops: boolean }) {
  const decimals = Math.max(0, ...rows.map(({ rate }) => volumeParts(rate.text).fraction.length - 1))
  return (
    <table className="calc-hours" style={{ '--decimals': decimals }}>
      <caption>{text.hourly}</caption>
      <thead>
        <tr>
          <th scope="col">{text.hour}</th>
          <th scope="col">{text.perHour}</th>
          <th scope="col">{text.inHour}</th>
          {hasDrops && <th scope="col">{text.perMinute}</th>}
        </tr>
      </thead>
      {rows.map(({ hour, isLast, rate, drops, pump }) => (
        <tbody key={hour}>
          <tr className="calc-hour">
            <th scope="row">{isLast ? text.lastHour(hour) : hour}</th>
            <td
              className={pump === null ? 'calc-hour-rate' : 'calc-hour-rate calc-hour-flagged'}
              data-of={text.perHour}
            >
              <Aligned text={rate.text} />
            </td>
            <td data-of={text.inHour}>
              <Aligned text={rate.text} />
            </td>
            {hasDrops && <td data-of={text.perMinute}>{drops?.text}</td>}
          </tr>
          <tr className="calc-hour-line">
            <td colSpan={hasDrops ? 4 : 3} className="tabular">
              <span>{rate.line}</span>
              {drops !== null && <span>{drops.line}</span>}
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}
