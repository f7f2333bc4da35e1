import { isInMg } from 'sync-protocol/records/amount-unit'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { DrugClass, Species } from 'sync-protocol/records/fields'
import { drugVolume, type DrugDose, type Volume } from 'sync-protocol/rules/dose'
import { EXAMPLES } from './volume-examples.ts'

export interface DrugExample extends DrugDose {
  /** Null where no drug of the library makes a good example. */
  drug: { name: string; species: Species } | null
}

/** The guide is one page: a longer name would break it. */
const NAME_MAX = 40
/** A dog of 22 lb, a cat of 8.8 lb. */
const PATIENTS = [
  { species: 0, weight: '22' },
  { species: 1, weight: '8.8' },
] as const
const LEAST_ML = 0.1
/** What nearly every patient gets. Of all drugs together a solution for euthanasia may be the roundest. */
const CLASSES: readonly (DrugClass | undefined)[] = ['opioid', 'tranquilizer']

/** In ten-thousandths, so that volumes that are equally far off are a tie. */
const rounding = ({ value, exact }: Volume) => Math.round((Math.abs(value - exact) / exact) * 10_000)

/**
 * The clinic's own opioid or tranquilizer whose volume is nearest to the exact one, so that it is easily worked out by hand; for a dog where a drug
 * has a dosage for dogs. In mg/kg and mg/ml only, since the words around it say so.
 */
export function exampleOf(
  drugs: readonly DrugContent[],
  classes: ReadonlyMap<number, DrugClass>,
): DrugExample {
  for (const { species, weight } of PATIENTS) {
    const found = drugs
      .flatMap((drug) => {
        const { name, section_key, concentration, limits } = drug
        const dosage = drug.dosage[species]
        const isFit =
          CLASSES.includes(classes.get(section_key)) &&
          isInMg(drug) &&
          name.length <= NAME_MAX &&
          drug.species.includes(species) &&
          limits?.[species]?.never === undefined &&
          dosage > 0
        const dose = { weight, units: 'lb', dosage, concentration } as const
        const volume = isFit ? drugVolume(dose) : null
        return volume === null || volume.flag !== 'none' || volume.value < LEAST_ML
          ? []
          : [{ example: { ...dose, drug: { name, species } }, off: rounding(volume) }]
      })
      .sort((a, b) => a.off - b.off || a.example.drug.name.localeCompare(b.example.drug.name))
    if (found[0]) return found[0].example
  }
  return { ...EXAMPLES.pounds, drug: null }
}
