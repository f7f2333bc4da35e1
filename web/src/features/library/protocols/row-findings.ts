import type { DosageField } from 'sync-protocol/records/drug'
import type { Species } from 'sync-protocol/records/fields'
import { copiedDrugGuard, lackingLimits } from 'sync-protocol/rules/copied-drug-guard'
import { doseWords } from 'sync-protocol/rules/dose-words'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { lackingLines } from '../../../records/lacking-lines.ts'
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

/** Which limits nobody recorded for the drugs of a form. */
export const lackingIn = (drugs: readonly AnyDrug[], place: Place): GuardLine[] =>
  lackingLines(
    drugs.flatMap((drug) => {
      const which = lackingLimits(drug, placeOf(place))
      return which === null ? [] : [{ name: drug.name, which }]
    }),
  )
