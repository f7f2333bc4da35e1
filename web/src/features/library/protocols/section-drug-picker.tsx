import { useCallback } from 'react'
import { UNSET_SECTION, type Species } from 'sync-protocol/records/fields'
import { SECTION_DRUGS_MAX } from 'sync-protocol/records/limits'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import type { SectionRow } from './anesthesia-values.ts'
import { LibraryPicker } from './library-picker.tsx'
import { inLibrarySection, type LibrarySections } from './library-sections.ts'
import { protocolsText as text } from './protocols-text.ts'

interface SectionDrugPickerProps {
  section: SectionRow
  species: Species
  sections: LibrarySections
  onAdd: (id: string) => Promise<void>
  onClose: () => void
}

/** Adds library drugs of one section (`spec 2 §2`). */
export function SectionDrugPicker(props: SectionDrugPickerProps) {
  const { section, species, sections, onAdd, onClose } = props
  const { key, title_p, drugs } = section
  const offers = useCallback((entry: ListEntry) => inLibrarySection(entry, key, sections), [key, sections])
  const lives = key === UNSET_SECTION || sections.some((one) => one.key === key)
  return (
    <LibraryPicker
      collection="drugs"
      title={text.drugPickerTitle(title_p)}
      fields={text.fields}
      placeholders={text.placeholders}
      species={species}
      offers={offers}
      timesAdded={({ _id }) => drugs.filter(({ source_id }) => source_id === _id).length}
      count={drugs.length}
      most={SECTION_DRUGS_MAX}
      onAdd={onAdd}
      onClose={onClose}
      emptyTitle={text.noLibraryDrugs(title_p, text.speciesNames[species])}
      emptyText={lives ? text.addInDrugs : text.sectionGone}
    />
  )
}
