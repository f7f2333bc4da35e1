import { unitOf, type Measured } from '../records/amount-unit.ts'
import type { DosageField, DoseLimits, DrugContent, JudgedBy } from '../records/drug.ts'
import { EMERGENCY_SECTION, type Species } from '../records/fields.ts'
import { nameKey, strengthsIn, type StrengthsOf } from './strengths.ts'

/** What of a library drug its copies are compared with; the numbers are per its unit. */
export type LibraryDose = Measured &
  Pick<DrugContent, 'name' | 'concentration' | DosageField | 'section_key'> & {
    species: readonly number[]
    limits?: DrugContent['limits'] | undefined
    /** From when its dosages are to be looked at again, YYYY-MM-DD. */
    review_due?: string | undefined
  }

type Copied = Measured & { name: string; concentration: number; source_id?: string | undefined }

export interface LibraryLookup {
  strengthsOf: StrengthsOf
  /**
   * The drug that a copy was made from; where that is not known or not there, the one of the same name, unit and concentration,
   * emergency drugs apart from all others. Of several the first.
   */
  sourceOf: (copy: Copied, isEmergency: boolean) => LibraryDose | undefined
}

const keyOf = (drug: Copied, isEmergency: boolean) => `${isEmergency} ${drug.concentration} ${nameKey(drug)}`

/** Looks up drugs of the library for a species. To be made once for a library: a look-up costs no walk through it. */
export function lookupIn(drugs: readonly (LibraryDose & { _id: string })[], species: Species): LibraryLookup {
  const byId = new Map(drugs.map((drug) => [drug._id, drug]))
  const byKey = new Map<string, LibraryDose>()
  for (const drug of drugs) {
    const key = keyOf(drug, drug.section_key === EMERGENCY_SECTION)
    if (/* @rule source-species */ drug.species.includes(species) && !byKey.has(key)) byKey.set(key, drug)
  }
  return {
    strengthsOf: strengthsIn(drugs, species),
    sourceOf: (copy, isEmergency) => byId.get(copy.source_id ?? '') ?? byKey.get(keyOf(copy, isEmergency)),
  }
}

export interface Judged {
  usual: (field: DosageField) => number | undefined
  limits: DoseLimits | undefined
}

/**
 * What a copy of a drug is compared with: with what was copied along. A copy that was made before anything was, and the
 * dosages of an emergency drug, of which only the limits are copied, are compared with the library's drug, if there is one of
 * the same unit for the species.
 */
export function judgedBy(
  copy: Measured & JudgedBy,
  library: LibraryDose | undefined,
  species: Species,
): Judged {
  const isComparable =
    library !== undefined &&
    library.species.includes(species) &&
    /* @rule judged-unit */ unitOf(library) === unitOf(copy)
  const theirs = isComparable ? library : undefined
  const hasOwn = copy.usual !== undefined || copy.limits !== undefined
  return {
    usual: (field) => (field === 'dosage' ? copy.usual : undefined) ?? theirs?.[field][species],
    limits: /* @rule judged-as-copied */ hasOwn ? copy.limits : (theirs?.limits?.[species] ?? undefined),
  }
}
