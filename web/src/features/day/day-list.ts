import type { DayRowContent } from 'sync-protocol/records/day-row'
import { isOver } from 'sync-protocol/rules/day-status'
import { saidWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { WEIGHT_BANDS } from 'sync-protocol/rules/weight-guard'
import type { DayRow } from '../../data/view/day-rows.ts'
import { unusualWeight } from '../../records/unusual-weight.ts'

/** Nobody put the patient on the scale yet: a guess is no weight for the whole day. */
export const isToWeigh = ({ content }: DayRow): boolean =>
  !isOver(content.status) && (content.weight === undefined || content.estimated === true)

/**
 * Whom to weigh next after this row, from the top again after the last; undefined when everyone else is weighed. Who is `done` has
 * had DONE already: the list may not say it yet, and would bring back the weight from before.
 */
export function nextToWeigh(
  rows: readonly DayRow[],
  after: string | null,
  done: ReadonlySet<string> = new Set(),
): DayRow | undefined {
  const from = rows.findIndex(({ _id }) => _id === after) + 1
  return [...rows.slice(from), ...rows.slice(0, from)].find(
    (row) => row._id !== after && !(/* @rule weighed-now */ done.has(row._id)) && isToWeigh(row),
  )
}

/** ['22 lb', '9.98 kg'], 'about 22 lb' of a guess; null without a weight. */
export function weightOf({
  weight,
  weight_units,
  estimated,
}: DayRowContent): [typed: string, other: string] | null {
  if (weight === undefined || weight_units === undefined) return null
  return saidWeight(numberText(weight), weight_units, estimated)
}

/** What a row's weight looks wrong by; null of an ordinary one. */
export function unusualOf({ species, weight, weight_units }: DayRowContent, bands = WEIGHT_BANDS) {
  if (weight === undefined || weight_units === undefined) return null
  return unusualWeight({ species, weight: numberText(weight), weight_units }, null, bands)
}

/** What its row says of that, until its day is over: nobody doses by it any more. */
export const unusualInRow = (content: DayRowContent, bands = WEIGHT_BANDS) =>
  isOver(content.status) ? null : unusualOf(content, bands)

/** The number of the next patient, where the list is numbered: one more than the highest. */
export function nextLine(rows: readonly DayRow[]): string {
  const numbers = rows.flatMap(({ content: { line } }) =>
    line !== undefined && /^\d+$/.test(line) ? [Number(line)] : [],
  )
  return rows.length === 0 ? '1' : numbers.length === 0 ? '' : String(Math.max(...numbers) + 1)
}

/**
 * What stands below the name: the procedure, then who it is, and at the end the name of its protocol, the longest: the short ones
 * stand together in one line.
 */
export const factsOf = (
  { procedure, risk, sex, age, patient_id, owner, cage }: DayRowContent,
  protocol?: string,
): string[] =>
  [procedure, risk, sex, age, patient_id, owner, cage, protocol].filter((fact) => fact !== undefined)
