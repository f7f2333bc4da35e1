import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { Planned } from 'sync-protocol/rules/day-needs'
import { numberText } from 'sync-protocol/rules/number-input'
import type { DayRow } from '../../data/view/day-rows.ts'
import { isToPlan } from './many.ts'

/** What keeps a patient's volumes from being known. */
export type Lack = 'contested' | 'weight' | 'protocol' | 'both' | 'gone'

export interface PlannedRow extends Planned {
  row: DayRow
}

interface LackingRow {
  row: DayRow
  lack: Lack
}

export interface PlannedRows {
  planned: PlannedRow[]
  /** Still to be drawn, but not countable. */
  lacking: LackingRow[]
  /** How many are drawn, further, or refused. */
  over: number
}

/**
 * The patients whose drugs are still to be drawn, with what their sheets begin with. As there, the weight is nobody's while two
 * versions of the row wait for a decision, and a protocol is only for its species.
 */
export function plannedRows(
  rows: readonly DayRow[],
  protocols: ReadonlyMap<string, AnesthesiaProtocolContent>,
  contested: ReadonlySet<string>,
): PlannedRows {
  const open = rows.filter(isToPlan)
  const read = open.map((row): PlannedRow | LackingRow => {
    const { weight, weight_units: units, species, anesthesia_protocol_id: id } = row.content
    if (/* @rule contested-needs */ contested.has(row._id)) return { row, lack: 'contested' }
    const isWeighed = weight !== undefined && units !== undefined
    if (id === undefined) return { row, lack: isWeighed ? 'protocol' : 'both' }
    if (!isWeighed) return { row, lack: 'weight' }
    const protocol = protocols.get(id)
    if (protocol?.species !== species) return { row, lack: 'gone' }
    return { row, protocol, weight: { weight: numberText(weight), units } }
  })
  return {
    planned: read.flatMap((one) => ('lack' in one ? [] : [one])),
    lacking: read.flatMap((one) => ('lack' in one ? [one] : [])),
    over: rows.length - open.length,
  }
}
