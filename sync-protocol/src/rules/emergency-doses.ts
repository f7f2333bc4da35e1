import type { DrugContent } from '../records/drug.ts'
import type { EmergencyDrug } from '../records/emergency-protocol.ts'
import { EMERGENCY_SECTION, FELINE, type Species } from '../records/fields.ts'
import { drugVolume, type Volume, type Weight } from './dose.ts'
import { chosenOf } from './protocol-form.ts'

/** What of a library drug an emergency protocol copies. */
export type LibraryEmergencyDrug = Pick<
  DrugContent,
  | 'name'
  | 'concentration'
  | 'amount_unit'
  | 'dosage_from'
  | 'dosage_to'
  | 'route'
  | 'form'
  | 'controlled'
  | 'schedule'
  | 'limits'
  | 'section_key'
> & { _id: string; species: readonly number[] }

/**
 * A drug of Emergency Medications as an emergency protocol holds it, with the species' own range and route; null for a drug of
 * another section, and for one that this species does not get.
 */
export function emergencyDrugOf(drug: LibraryEmergencyDrug, species: Species): EmergencyDrug | null {
  if (drug.section_key !== EMERGENCY_SECTION || !drug.species.includes(species)) return null
  return {
    name: drug.name,
    concentration: drug.concentration,
    dosage: -1,
    dosage_from: drug.dosage_from[species],
    dosage_to: drug.dosage_to[species],
    ...chosenOf({
      ...drug,
      limits: drug.limits?.[species] ?? undefined,
      route: drug.route[species],
      source_id: drug._id,
    }),
  }
}

/** Low and high volume (ml) of an emergency drug, as entered: the low one may be above the high one. */
export interface EmergencyVolumes {
  low: Volume
  high: Volume
  /** Both are printed alike: one value stands there. */
  isOne: boolean
  /** '0.1–1', or '0.5' where both are one; without the unit. */
  text: string
}

/** Null while the weight is no valid number, see `drugVolume`. */
export function emergencyVolumes(drug: EmergencyDrug, weight: Weight): EmergencyVolumes | null {
  const { concentration, dosage_from, dosage_to } = drug
  const low = drugVolume({ ...weight, concentration, dosage: dosage_from })
  const high = drugVolume({ ...weight, concentration, dosage: dosage_to })
  if (low === null || high === null) return null
  const isOne = low.text === high.text
  return { low, high, isOne, text: isOne ? low.text : `${low.text}–${high.text}` }
}

/** By its names, also behind its strength. */
const LIDOCAINE = /^(?:[\d.,]+\s*%\s*)?(?:lidocaine|lignocaine|xylocaine)(?!\p{L})/iu

/** Lidocaine against arrhythmia: cats are far more sensitive to it, and get another drug. */
export const isForDogsOnly = (drug: Pick<EmergencyDrug, 'name'>, species: Species | 2): boolean =>
  /* @rule dogs-only */ species === FELINE && LIDOCAINE.test(drug.name.trim())
