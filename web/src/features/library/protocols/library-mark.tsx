import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { Species } from 'sync-protocol/records/fields'
import { differsFromLibrary, type LibraryDifference } from 'sync-protocol/rules/library-difference'
import { formatNumber } from '../../../ui/format.ts'
import type { AnyDrug } from './any-drug.ts'
import type { LibraryDrug } from './library-drugs.ts'
import { protocolsText as text } from './protocols-text.ts'

function words(difference: LibraryDifference, library: DrugContent, species: Species): string {
  switch (difference.field) {
    case 'concentration':
      return text.amount(formatNumber(difference.library), perMl(library))
    case 'dosage':
      return text.amount(formatNumber(difference.library), perKg(library))
    case 'dosage_from':
      return text.libraryLow(formatNumber(difference.library), perKg(library))
    case 'dosage_to':
      return text.libraryHigh(formatNumber(difference.library), perKg(library))
    case 'controlled':
      return difference.library ? text.libraryControlled : text.libraryNotControlled
    default:
      return text.libraryOtherSpecies(text.speciesNames[species])
  }
}

/** Dosages are made to measure; another strength of the bottle or another flag asks for a second look. */
const isOrdinary = ({ field }: LibraryDifference) => field.startsWith('dosage')

interface LibraryMarkProps {
  drug: AnyDrug
  library: LibraryDrug
  species: Species
}

/** How a copied drug differs from the library's by now, for information (decision Q-13). */
export function LibraryMark({ drug, library, species }: LibraryMarkProps) {
  if (library === undefined) return null
  if (library === 'deleted') return <div className="protocol-mark">{text.libraryGone}</div>
  const differences = differsFromLibrary(drug, library, species)
  if (differences.length === 0) return null
  const quiet = differences.every(isOrdinary)
  return (
    <div className={quiet ? 'protocol-mark' : 'protocol-mark protocol-look'}>
      {text.differs(differences.map((difference) => words(difference, library, species)))}
    </div>
  )
}
