import { weightText } from 'sync-protocol/rules/dose'
import { Part } from './part.tsx'
import { TryIt } from './try-it.tsx'
import { EXAMPLES, UNUSUAL, wordsOfWeight } from './volume-examples.ts'
import { volumesText as text } from './volumes-text.ts'
import { Worked, WorkedExactly } from './worked.tsx'

/** Each line of arithmetic comes from the rules that the sheet uses. */
export function VolumesTopic() {
  const { pounds, kilograms, fluid, low, high, belowOne, aboveOne, tooSmall, far } = EXAMPLES
  return (
    <>
      <p>{text.intro}</p>
      <TryIt />
      <Part heading={text.drugHeading}>
        <p>{text.drug}</p>
        <Worked doses={[kilograms]} />
      </Part>
      <Part heading={text.poundsHeading}>
        <p>{text.pounds}</p>
        <Worked doses={[pounds]} />
        <p>{text.bothUnits(weightText(pounds.weight, pounds.units) ?? '')}</p>
        <p>{text.unusual}</p>
        <ul className="help-points">
          {UNUSUAL.map((patient) => (
            <li key={patient.weight}>
              <q>{wordsOfWeight(patient)}</q>
            </li>
          ))}
        </ul>
      </Part>
      <Part heading={text.fluidHeading}>
        <p>{text.fluid}</p>
        <Worked doses={[fluid]} />
      </Part>
      <Part heading={text.emergencyHeading}>
        <p>{text.emergency}</p>
        <Worked doses={[low, high]} />
      </Part>
      <Part heading={text.roundingHeading}>
        <p>{text.rounding}</p>
        <WorkedExactly doses={[belowOne, aboveOne]} />
      </Part>
      <Part heading={text.tooSmallHeading}>
        <p>{text.tooSmallText}</p>
        <Worked doses={[tooSmall]} />
      </Part>
      <Part heading={text.farHeading}>
        <p>{text.farText}</p>
        <Worked doses={[far]} />
      </Part>
      <Part heading={text.missingHeading}>
        <p>{text.missing}</p>
        <ul className="help-points">
          {text.missingPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Part>
      <Part heading={text.checkHeading}>
        <p>{text.check}</p>
      </Part>
    </>
  )
}
