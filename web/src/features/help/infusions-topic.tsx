import {
  addedToBag,
  dropsPerMinute,
  fluidHours,
  infusionRate,
  STARTING_RATES,
} from 'sync-protocol/rules/infusion'
import { numberText } from 'sync-protocol/rules/number-input'
import { BAG, DRIP_SET, INFUSION, MAINTENANCE } from './infusion-examples.ts'
import { infusionsText as text } from './infusions-text.ts'
import { Part } from './part.tsx'

function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  return (
    <div className="worked tabular">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** Each line comes from the rules that the calculator uses. */
export function InfusionsTopic() {
  const rate = infusionRate(INFUSION)
  const bag = addedToBag(INFUSION, BAG)
  const drops = dropsPerMinute({ over: BigInt(BAG.rate), under: 1n }, DRIP_SET)
  const hours = fluidHours(INFUSION, STARTING_RATES[0], MAINTENANCE) ?? []
  const { unit } = INFUSION
  return (
    <>
      {text.where.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <Part heading={text.rateHeading}>
        <p>{text.rate}</p>
        <Lines lines={[rate?.line]} />
      </Part>
      <Part heading={text.unitsHeading}>
        {text.units.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </Part>
      <Part heading={text.bagHeading}>
        <p>{text.bag}</p>
        {bag !== null && bag !== 'too-full' && (
          <>
            <Lines lines={[bag.amount.line, bag.drug.line, bag.hours.line]} />
            <p>{text.onTop(`${bag.onTopOfBag.text} ${unit}`, `${numberText(INFUSION.dose)} ${unit}`)}</p>
          </>
        )}
      </Part>
      <Part heading={text.dropsHeading}>
        <p>{text.drops}</p>
        <Lines lines={[drops?.line]} />
      </Part>
      <Part heading={text.fluidsHeading}>
        <p>{text.fluids}</p>
        <Lines lines={hours.map((hour) => hour.rate.line)} />
      </Part>
      <Part heading={text.doubtHeading}>
        <ul className="help-points">
          {text.doubt.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Part>
    </>
  )
}
