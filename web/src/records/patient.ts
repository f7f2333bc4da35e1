import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Species } from 'sync-protocol/records/fields'
import type { WeightUnit } from 'sync-protocol/records/sheet'
import { readWeight } from 'sync-protocol/rules/dose'

/** Whose doses are worked out. */
export interface Patient {
  species: Species
  /** As typed; it can be computed with. */
  weight: string
  units: WeightUnit
  /** The open sheet that it comes from; null for one that was entered here. */
  sheet: SheetDraft | null
  /** Of an open sheet that was chosen and is not this tablet's. */
  sheetId?: string
}

/** The patient of an open sheet; null while its species, its weight or its unit is missing. */
export function patientOfSheet(sheet: SheetDraft): Patient | null {
  const { species, weight, weight_units: units } = sheet
  if (species === -1 || /* @rule patient-unit */ units === '-' || readWeight(weight) === null) return null
  return { species, weight, units, sheet }
}

/** '' while nobody typed one, and for a patient that was entered here. */
export const nameOfPatient = ({ sheet }: Patient): string => sheet?.name.trim() ?? ''

/** For [canine, feline]. */
export const PICTURES = ['canine', 'feline'] as const
