import type { WeightUnit } from 'sync-protocol/records/weight-unit'

/**
 * The unit of a number that is typed over an estimated weight. That one came with its list, in the unit of the list: the scale
 * may show the other one, and 22 lb is not 22 kg. A unit that was pressed since, or that the clinic always weighs in, stands.
 */
export function unitOfNext(
  units: '-' | WeightUnit,
  ofEstimate: '-' | WeightUnit | undefined,
  fixed: WeightUnit | undefined,
): '-' | WeightUnit {
  if (/* @rule estimate-unit */ units === ofEstimate) return fixed ?? '-'
  return units
}
