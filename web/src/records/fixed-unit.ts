import { WEIGHT_UNITS, type WeightUnit } from 'sync-protocol/records/weight-unit'
import { useStore } from 'zustand'
import { clinicSettings } from '../data/people/clinic-settings.ts'

/** In which the clinic weighs every patient; undefined where the unit is pressed for each one. */
export const useFixedUnit = (): WeightUnit | undefined =>
  useStore(clinicSettings, ({ weight_unit }) => weight_unit)

/** The units that are offered: the clinic's alone, unless this weight is in the other one already. */
export const offeredUnits = (
  chosen: '-' | WeightUnit,
  fixed: WeightUnit | undefined,
): readonly WeightUnit[] =>
  fixed !== undefined && (chosen === '-' || chosen === fixed) ? [fixed] : WEIGHT_UNITS
