import type { DosageField } from 'sync-protocol/records/drug'
import type { Species } from 'sync-protocol/records/fields'
import { copiedDrugGuard, lackingLimits } from 'sync-protocol/rules/copied-drug-guard'
import { doseWords, lackingWords } from 'sync-protocol/rules/dose-words'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import type { GuardLine } from '../../../ui/guard-lines.tsx'
import type { AnyDrug } from './any-drug.ts'
import type { RowLayout } from './row-layout.ts'

interface Place {
  layout: RowLayout
  species: Species
  lookup: LibraryLookup
}

const placeOf = ({ layout, species, lookup }: Place) => ({
  fields: layout.numbers.flatMap(({ field }): DosageField[] => (field === 'concentration' ? [] : [field])),
  species,
  lookup,
})

/** What the guard says of one row. That nobody recorded limits is said once, for the whole form. */
export const rowFindings = (drug: AnyDrug, place: Place): GuardLine[] =>
  copiedDrugGuard(drug, placeOf(place)).flatMap((finding) =>
    finding.kind === 'no-limits' ? [] : [{ level: finding.level, words: doseWords(finding, drug) }],
  )

/** Of which drugs nobody recorded limits, each named once. */
export function lackingLines(drugs: readonly AnyDrug[], place: Place): GuardLine[] {
  const lacks = new Map(drugs.map((drug) => [drug.name, lackingLimits(drug, placeOf(place))]))
  return (['both', 'lowest', 'highest'] as const).flatMap((which) => {
    const names = [...lacks].flatMap(([name, one]) => (one === which ? [name] : []))
    return names.length === 0 ? [] : [{ level: 'quiet' as const, words: lackingWords(which, names) }]
  })
}
