import { paths } from '../../paths.ts'
import type { Species } from '../../paths.ts'

/** The choice codes of `spec 1 §2`. */
export const PATIENTS = 7
export const SINGLE_DRAWS = 8

/** Where a choice and a species lead; any other code goes to /error. */
export function destination(code: number, species: Species): string {
  switch (code) {
    case 1:
      return paths.drugs(species)
    case 2:
      return paths.anesthesia(species)
    case 3:
      return paths.emergency(species)
    case 4:
      return paths.injections(species)
    case 5:
      return paths.procedures(species)
    case PATIENTS:
      return paths.patients(species)
    case SINGLE_DRAWS:
      return paths.singleDraws(species)
    default:
      return paths.error
  }
}
