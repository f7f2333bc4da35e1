import { memo } from 'react'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { arithmetic, type Weight } from 'sync-protocol/rules/dose'
import { emergencyVolumes } from 'sync-protocol/rules/emergency-doses'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { doseLines } from '../../records/dose-lines.ts'
import { ControlledBadge, DoseFlag, emergencyAmounts } from '../../records/dose-parts.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import type { Patient } from '../../records/patient.ts'
import { emergencyText as text, titleOfList } from './emergency-text.ts'
import { NowHead, NowRow } from './now-row.tsx'
import type { EmergencyList } from './use-emergency-list.ts'

interface TableProps {
  patient: Patient
  list: EmergencyList
  rows: readonly DoseRow[]
}

/** The doses of a list for a patient, the volume first and largest. */
export function EmergencyTable({ patient, list, rows }: TableProps) {
  const { weight, units } = patient
  return (
    <table className="now-table" style={{ '--rows': list.drugs.length }}>
      <caption>{titleOfList(list)}</caption>
      <NowHead />
      <tbody>
        {list.drugs.map((drug, place) => (
          <EmergencyNowRow key={place} drug={drug} row={rows[place]} weight={weight} units={units} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Weight {
  drug: EmergencyDrug
  row: DoseRow | undefined
}

export const EmergencyNowRow = memo(function EmergencyNowRow(props: RowProps) {
  const { drug, row, weight, units } = props
  const volumes = emergencyVolumes(drug, { weight, units })
  const { low = null, high = null, isOne = true } = volumes ?? {}
  const { name, concentration, amount_unit, route } = drug
  const [dosage, strength] = emergencyAmounts(drug)
  const lines = row === undefined ? [] : doseLines(row, low?.flag === 'too-small')
  return (
    <NowRow
      name={name}
      volume={high}
      from={isOne ? undefined : (low ?? undefined)}
      arithmetic={() =>
        [drug.dosage_from, drug.dosage_to].map((given) =>
          arithmetic({ weight, units, dosage: given, concentration, amount_unit }),
        )
      }
      lines={lines}
    >
      <span className="now-title">
        <span className="drug-name">
          <DrugName name={name} />
        </span>{' '}
        <span className="now-route">{route}</span> <ControlledBadge drug={drug} />
      </span>
      <span className="now-details">
        <span className="now-detail">{dosage}</span> · <span className="now-detail">{strength}</span>
      </span>
      {low?.exact === high?.exact ? (
        <DoseFlag volume={low} />
      ) : (
        <>
          <DoseFlag volume={low} of={text.low} />
          <DoseFlag volume={high} of={text.high} />
        </>
      )}
    </NowRow>
  )
})
