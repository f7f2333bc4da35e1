import { unitOf, type Measured } from '../records/amount-unit.ts'
import type { DrugContent } from '../records/drug.ts'
import type { Species } from '../records/fields.ts'
import { decimalOf, decimalText, readNumber } from './number-input.ts'

const NUMBERS = ['concentration', 'dosage', 'dosage_from', 'dosage_to'] as const
type NumberField = (typeof NUMBERS)[number]

/** One thing in which a protocol's copy and the library's drug are not the same; `library` is the library's. */
export type LibraryDifference =
  /** In the library's unit per ml for the concentration, per kg for the dosages. */
  | { field: NumberField; library: number }
  | { field: 'controlled'; library: boolean }
  /** The library's drug is not for this species any more. */
  | { field: 'species'; library: readonly Species[] }

/**
 * How a protocol's drug, with its numbers as typed, differs from the library's drug that it was copied from (decision Q-13: for
 * information, the copy stays as it is). Numbers compare exactly; what is not a number yet is not compared. In another unit no
 * number is the same one.
 */
export function differsFromLibrary(
  copied: { controlled: boolean } & Measured & Partial<Record<NumberField, string>>,
  library: DrugContent,
  species: Species,
): LibraryDifference[] {
  const differences: LibraryDifference[] = []
  const sameUnit = /* @rule other-unit-differs */ unitOf(copied) === unitOf(library)
  const used = library.species.includes(species)
  if (!used) differences.push({ field: 'species', library: library.species })
  for (const field of NUMBERS) {
    if (field !== 'concentration' && !used) continue
    if (copied[field] === undefined) continue
    const typed = readNumber(copied[field])
    const kept = field === 'concentration' ? library.concentration : library[field][species]
    // A drug that went into Emergency Medications has no plain dosage any more.
    if (kept <= 0 || (sameUnit && typeof typed === 'string')) continue
    const same = typeof typed !== 'string' && decimalText(typed) === decimalText(decimalOf(kept))
    if (!sameUnit || !same) differences.push({ field, library: kept })
  }
  if (copied.controlled !== library.controlled)
    differences.push({ field: 'controlled', library: library.controlled })
  return differences
}
