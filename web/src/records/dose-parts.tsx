import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import type { ProtocolDrug } from 'sync-protocol/records/anesthesia-protocol'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import type { Volume } from 'sync-protocol/rules/dose'
import { Badge } from '../ui/badge.tsx'
import { formatNumber } from '../ui/format.ts'
import { flagWords } from './dose-lines.ts'
import './dose-parts.css'
import { doseText } from './dose-text.ts'

/** Why a volume asks for a second look; `of` says which, where a row has two. */
export function DoseFlag({ volume, of }: { volume: Volume | null; of?: string }) {
  const why = flagWords(volume)
  if (why === null) return null
  return (
    <div className="dose-flag">
      {of !== undefined && `${of}: `}
      {why}
    </div>
  )
}

export function ControlledBadge({ drug }: { drug: Partial<Pick<ProtocolDrug, 'controlled' | 'schedule'>> }) {
  if (drug.controlled !== true) return null
  return (
    <Badge kind="controlled">
      {drug.schedule === undefined ? doseText.controlled : <ScheduleShort schedule={drug.schedule} />}
    </Badge>
  )
}

/** 'C-IV' where there is little room, read out as 'Controlled C-IV'. */
export function ScheduleShort({ schedule }: { schedule: string }) {
  return (
    <>
      <span className="visually-hidden">{doseText.controlled} </span>
      {doseText.scheduleShort(schedule)}
    </>
  )
}

/** '0.1 to 0.2 mg/kg' and '1 mg/ml' of an emergency drug. */
export function emergencyAmounts(drug: EmergencyDrug): [dosage: string, concentration: string] {
  const [from, to] = [formatNumber(drug.dosage_from), formatNumber(drug.dosage_to)]
  return [
    from === to ? doseText.amount(from, perKg(drug)) : doseText.amountRange(from, to, perKg(drug)),
    doseText.amount(formatNumber(drug.concentration), perMl(drug)),
  ]
}
