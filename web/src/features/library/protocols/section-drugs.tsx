import { memo, useCallback } from 'react'
import type { DrugClass, Species } from 'sync-protocol/records/fields'
import { SECTION_DRUGS_MAX } from 'sync-protocol/records/limits'
import type { ContentFault } from 'sync-protocol/merge/content-fault'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { DrugClassSwatch } from '../../../records/drug-class-swatch.tsx'
import type { SectionRow } from './anesthesia-values.ts'
import { faultIn } from './fault-in.ts'
import type { DrugChange } from './any-drug.ts'
import { DrugRow } from './drug-row.tsx'
import type { LibraryDrugs } from './library-drugs.ts'
import { ProtocolSection } from './protocol-section.tsx'
import { protocolsText as text } from './protocols-text.ts'
import { DRUG_LAYOUT } from './row-layout.ts'

/** What happens in the sections of an anesthesia protocol; the same functions as long as the form is open. */
export interface SectionActions {
  onDrug: (section: number, drug: number, change: DrugChange) => void
  onRemoveDrug: (section: number, drug: number) => void
  onAdd: (section: number) => void
  onRemove: (section: number) => void
}

interface SectionDrugsProps extends SectionActions {
  section: SectionRow
  index: number
  fault: ContentFault | null
  drugClass: DrugClass | undefined
  library: LibraryDrugs
  lookup: LibraryLookup
  species: Species
  readOnly: boolean
}

export const SectionDrugs = memo(function SectionDrugs(props: SectionDrugsProps) {
  const { section, index, fault, drugClass, library, lookup, species, readOnly } = props
  const { onDrug, onRemoveDrug, onAdd, onRemove } = props
  const { row, title_p, drugs } = section
  const at = `sections.${index}.drugs`
  const change = useCallback((drug: number, part: DrugChange) => onDrug(row, drug, part), [onDrug, row])
  const remove = useCallback((drug: number) => onRemoveDrug(row, drug), [onRemoveDrug, row])
  return (
    <ProtocolSection
      title={title_p}
      swatch={<DrugClassSwatch drugClass={drugClass} beside={title_p} />}
      at={at}
      count={drugs.length}
      most={SECTION_DRUGS_MAX}
      add={text.addDrug}
      addLabel={text.addDrugTo(title_p)}
      removeLabel={text.removeSection(title_p)}
      message={fault?.field === at ? fault.message : undefined}
      readOnly={readOnly}
      onAdd={() => onAdd(row)}
      onRemove={() => onRemove(row)}
      empty={text.noDrugs}
    >
      {drugs.map((drug, position) => (
        <DrugRow
          key={drug.row}
          drug={drug}
          layout={DRUG_LAYOUT}
          ofSection={drugClass}
          at={`${at}.${position}`}
          fault={faultIn(fault, `${at}.${position}`)}
          library={drug.source_id === undefined ? undefined : library.get(drug.source_id)}
          lookup={lookup}
          species={species}
          readOnly={readOnly}
          onChange={change}
          onRemove={remove}
        />
      ))}
    </ProtocolSection>
  )
})
