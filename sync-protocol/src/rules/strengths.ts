import { type Measured, unitOf } from '../records/amount-unit.ts'
import type { DrugContent } from '../records/drug.ts'
import type { Species } from '../records/fields.ts'

type Named = Measured & Pick<DrugContent, 'name'>
/** Concentrations per ml, ascending. */
export type StrengthsOf = (drug: Named) => readonly number[]

/**
 * The same for what is called the same drug: blanks around its name and case do not count. Concentrations in mg/ml and in
 * units/ml are not strengths of one drug: their volumes cannot be compared.
 */
export const nameKey = (drug: Named) =>
  `${/* @rule strength-unit */ unitOf(drug)} ${drug.name.trim().normalize('NFC').toLowerCase()}`

/**
 * Looks up in which concentrations, per ml and ascending, the library has a drug of this name and unit for a species.
 * Blanks around a name and case do not count. To be made once for a library: a look-up costs no walk through it.
 */
export function strengthsIn(
  drugs: Iterable<Named & Pick<DrugContent, 'concentration'> & { species: readonly number[] }>,
  species: Species,
): StrengthsOf {
  const found = new Map<string, Set<number>>()
  for (const drug of drugs) {
    if (/* @rule strength-species */ !drug.species.includes(species)) continue
    const key = nameKey(drug)
    found.set(key, (found.get(key) ?? new Set()).add(drug.concentration))
  }
  const sorted = new Map([...found].map(([key, each]) => [key, [...each].sort((a, b) => a - b)]))
  return (drug) => sorted.get(nameKey(drug)) ?? []
}
