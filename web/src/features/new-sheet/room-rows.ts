import type { ProtocolDrug } from 'sync-protocol/records/anesthesia-protocol'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { EMERGENCY_SECTION } from 'sync-protocol/records/fields'
import { drugVolume, fluidVolume, type Volume } from 'sync-protocol/rules/dose'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import type { RoomRow, RoomVolume } from '../../ui/room-view.tsx'
import { doseLines, flagWords } from '../../records/dose-lines.ts'
import { sheetText } from './sheet-text.ts'

type Plan = Pick<SheetDraft, 'weight' | 'weight_units' | 'anesthesia_protocol' | 'emergency_protocol'>
type Kept = Pick<RoomRow, 'volumes' | 'findings'>

/** A volume, what asks for a second look at it, and which of two it is. */
function shown(volume: Volume | null, of?: string): { volume: RoomVolume; lines: GuardLine[] } {
  const why = flagWords(volume)
  return {
    volume: { value: volume?.text, isFlagged: why !== null, ...(of !== undefined && { of }) },
    lines: why === null ? [] : [{ level: 'amber', words: of === undefined ? why : `${of}: ${why}` }],
  }
}

/** What the guards say of a dose, and why it is given. */
function saidOf(row: DoseRow | undefined, volume: Volume | null): GuardLine[] {
  if (row === undefined) return []
  const { explained, guard } = row
  const isGiven = guard.level === 'red' && explained !== undefined
  return doseLines(row, volume?.flag === 'too-small').map(({ level, words }) => ({
    level,
    words:
      isGiven && level === 'red' ? `${words} ${sheetText.reasonSaid(explained.reason, explained.by)}` : words,
  }))
}

/** The rows of the open sheet in its order, as they are read from across the room. */
export function roomRows(plan: Plan, judged: readonly DoseRow[]): RoomRow[] {
  const { weight, weight_units: units, anesthesia_protocol, emergency_protocol } = plan
  const judgedAt = (section: number, place: number) =>
    judged.find((row) => row.section === section && row.place === place)

  const ofDrug = (drug: ProtocolDrug, row: DoseRow | undefined): Kept => {
    const exact = units === '-' ? null : drugVolume({ weight, units, ...drug })
    const { volume, lines } = shown(exact)
    return { volumes: [volume], findings: [...lines, ...saidOf(row, exact)] }
  }
  const ofEmergency = (drug: EmergencyDrug, row: DoseRow | undefined): Kept => {
    const [low, high] = [drug.dosage_from, drug.dosage_to].map((dosage) =>
      units === '-' ? null : drugVolume({ weight, units, ...drug, dosage }),
    ) as [Volume | null, Volume | null]
    const both =
      low?.exact === high?.exact ? [shown(low)] : [shown(low, sheetText.low), shown(high, sheetText.high)]
    return {
      volumes: both.map(({ volume }) => volume),
      findings: [...both.flatMap(({ lines }) => lines), ...saidOf(row, low)],
    }
  }

  const { sections = [], fluids = [] } = anesthesia_protocol?.content ?? {}
  return [
    ...sections.flatMap(({ key, drugs }) =>
      drugs.map((drug, place) => ({
        key: `${key}/${place}`,
        name: drug.name,
        route: drug.route,
        ...ofDrug(drug, judgedAt(key, place)),
      })),
    ),
    ...fluids.map((fluid, place) => {
      const { volume, lines } = shown(units === '-' ? null : fluidVolume({ weight, units, rate: fluid.rate }))
      return { key: `fluids/${place}`, name: fluid.name, route: '', volumes: [volume], findings: lines }
    }),
    ...(emergency_protocol?.content.drugs ?? []).map((drug, place) => ({
      key: `emergency/${place}`,
      name: drug.name,
      route: drug.route,
      ...ofEmergency(drug, judgedAt(EMERGENCY_SECTION, place)),
      ...(place === 0 && { part: sheetText.emergencyDrugs }),
    })),
  ]
}
