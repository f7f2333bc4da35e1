import type { Species } from 'sync-protocol/records/fields'
import { isToDraw } from 'sync-protocol/rules/day-status'
import type { DayRow } from '../../data/view/day-rows.ts'

export const PLAN_FIELDS = ['procedure', 'anesthesia_protocol_id', 'emergency_protocol_id'] as const
/** What one press can set for many patients: the name of a procedure, or the id of a protocol. */
export type PlanField = (typeof PLAN_FIELDS)[number]

/** Something can still be planned: the drugs are not drawn, and the patient was not refused. */
export const isToPlan = ({ content }: DayRow): boolean =>
  content.sheet_id === undefined && isToDraw(content.status)

interface Planning {
  /** Of this species and still to be planned, in the order of the list. */
  rows: DayRow[]
  /** Those of them that have none yet. */
  lacking: DayRow[]
  /** How many there are of the other species, for whom the library has others. */
  others: number
  /** How many of this species are drawn already, or refused. */
  over: number
}

export function planningOf(rows: readonly DayRow[], field: PlanField, species: Species): Planning {
  const ofSpecies = rows.filter(({ content }) => content.species === species)
  const open = ofSpecies.filter(isToPlan)
  return {
    rows: open,
    lacking: open.filter(({ content }) => content[field] === undefined),
    others: rows.filter((row) => row.content.species !== species && isToPlan(row)).length,
    over: ofSpecies.length - open.length,
  }
}

/** The species of which more patients lack it. */
export function speciesLacking(rows: readonly DayRow[], field: PlanField): Species {
  const lacking = (species: Species) => planningOf(rows, field, species).lacking.length
  const all = (species: Species) => planningOf(rows, field, species).rows.length
  const more = lacking(1) - lacking(0) || all(1) - all(0)
  return more > 0 ? 1 : 0
}

/** The rows that a person chose, each with what it had then: '' for none. */
export type Seen = ReadonlyMap<string, string>

const has = ({ content }: DayRow, field: PlanField): string => content[field] ?? ''

export const seen = (rows: readonly DayRow[], field: PlanField): Seen =>
  new Map(rows.map((row) => [row._id, has(row, field)]))

/** Of those chosen, who still has what was seen: what a colleague set since is chosen by nobody. */
export const stillChosen = (rows: readonly DayRow[], field: PlanField, chosen: Seen): DayRow[] =>
  rows.filter((row) => /* @rule seen-plan */ chosen.get(row._id) === has(row, field))
