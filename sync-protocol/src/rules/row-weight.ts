import type { DayRowContent } from '../records/day-row.ts'
import type { SheetDraft } from '../records/draft.ts'
import type { Weight } from './dose.ts'
import { sameInKg } from './double-check.ts'
import { numberText } from './number-input.ts'

/** What an open sheet says of the weight. */
export type SheetWeight = Pick<SheetDraft, 'weight' | 'weight_units' | 'estimated' | 'weighed_at'>

/**
 * What the scale said of a patient of the day list after the weight of their open sheet was entered, where that is another one or
 * a guess; null where the sheet has it, or was weighed later itself. A sheet is often opened before its patient is weighed.
 */
export function weighedSince(sheet: SheetWeight, row: DayRowContent): Weight | null {
  const { weight, weight_units: units, weighed_at, estimated } = row
  if (weight === undefined || units === undefined || weighed_at === undefined || estimated === true)
    return null
  const isLater = sheet.weighed_at === undefined || Date.parse(sheet.weighed_at) < Date.parse(weighed_at)
  const scale = { weight: numberText(weight), units }
  const isSame =
    sheet.estimated !== true &&
    sheet.weight_units !== '-' &&
    sameInKg({ weight: sheet.weight, units: sheet.weight_units }, scale)
  const isNewer = /* @rule weighed-since */ isLater && !isSame
  return isNewer ? scale : null
}
