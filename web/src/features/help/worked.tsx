import { arithmetic, drugVolume, type DrugDose, type FluidDose } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { volumesText as text } from './volumes-text.ts'

/** Lines of arithmetic, as a press on a volume of a sheet shows them. */
export function Worked({ doses }: { doses: readonly (DrugDose | FluidDose)[] }) {
  return (
    <div className="worked tabular">
      {doses.map((dose) => {
        const line = arithmetic(dose)
        return <p key={line}>{line}</p>
      })}
    </div>
  )
}

/** The same, each with its volume before rounding. */
export function WorkedExactly({ doses }: { doses: readonly DrugDose[] }) {
  return (
    <div className="worked tabular">
      {doses.map((dose) => (
        <p key={arithmetic(dose)}>
          {arithmetic(dose)}{' '}
          <span className="quiet small">{text.before(numberText(drugVolume(dose)?.exact ?? 0))}</span>
        </p>
      ))}
    </div>
  )
}
