import { defibrillation } from 'sync-protocol/rules/defibrillation'
import type { Weight } from 'sync-protocol/rules/dose'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import { emergencyText as text } from './emergency-text.ts'

/** The energy of an external shock. */
export function DefibrillationPart({ weight }: { weight: Weight }) {
  const joules = defibrillation(weight)
  if (joules === null) return null
  return (
    <table className="now-table now-joules">
      <caption>{text.defibrillation}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{text.energy}</th>
          <th scope="col">{text.waveform}</th>
        </tr>
      </thead>
      <tbody>
        {(['biphasic', 'monophasic'] as const).map((wave) => {
          const energy = joules[wave]
          return (
            <tr key={wave} className="now-row now-row-still">
              <td className="now-volume">
                {energy === null ? (
                  <span className="now-no-joules">{text.belowOneJoule}</span>
                ) : (
                  <VolumeNumber
                    value={String(energy.high)}
                    from={energy.low === energy.high ? undefined : String(energy.low)}
                    unit="J"
                    label={text.joulesSaid(energy.low, energy.high)}
                  />
                )}
              </td>
              <th scope="row" className="now-name">
                <span className="now-title">
                  <span className="drug-name">{text.waves[wave]}</span>
                </span>
                <span className="now-details">{text.perKg[wave]}</span>
              </th>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
