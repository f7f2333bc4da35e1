import { useMemo } from 'react'
import type { Species } from 'sync-protocol/records/fields'
import { sectionChoices, userSections, type SectionTitles } from 'sync-protocol/rules/section-choices'
import { listIndex } from '../../../data/lists/list-index.ts'
import { DrugClassSwatch } from '../../../records/drug-class-swatch.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PickerRow } from '../../../ui/picker-row.tsx'
import { useLiveList } from '../../../ui/use-live-list.ts'
import type { LibrarySections } from './library-sections.ts'
import { inLibrarySection } from './library-sections.ts'
import { protocolsText as text } from './protocols-text.ts'

interface SectionPickerProps {
  species: Species
  sections: LibrarySections
  used: readonly { key: number }[]
  hasFluids: boolean
  onSection: (section: SectionTitles) => void
  onFluids: () => void
  onClose: () => void
}

/** The organization's section titles that the protocol does not have yet, and the Fluids section (`spec 2 §2`). */
export function SectionPicker(props: SectionPickerProps) {
  const { species, sections, used, hasFluids, onSection, onFluids, onClose } = props
  const choices = sectionChoices(userSections(sections), used)
  const drugs = useLiveList(() => listIndex('drugs'))
  const fluids = useLiveList(() => listIndex('fluids'))
  const counts = useMemo(() => {
    const ofSpecies = drugs.items.filter((drug) => drug.species.includes(species))
    return new Map(
      userSections(sections).map(({ key }) => [
        key,
        ofSpecies.filter((drug) => inLibrarySection(drug, key, sections)).length,
      ]),
    )
  }, [drugs.items, species, sections])
  const fluidCount = fluids.items.filter((fluid) => fluid.species.includes(species)).length
  const classes = new Map(sections.map(({ key, drug_class }) => [key, drug_class]))
  return (
    <Modal title={text.addSectionTitle} onClose={onClose}>
      {choices.length === 0 && hasFluids && <EmptyState title={text.noSections} text={text.noSectionsText} />}
      <ul aria-label={text.sectionChoice}>
        {choices.map((section) => (
          <li key={section.key}>
            <PickerRow
              name={section.title_p}
              lines={[text.drugCount(counts.get(section.key) ?? 0)]}
              label={<DrugClassSwatch drugClass={classes.get(section.key)} beside={section.title_p} />}
              onChoose={() => onSection(section)}
            />
          </li>
        ))}
        {!hasFluids && (
          <li>
            <PickerRow name={text.fluids} lines={[text.fluidCount(fluidCount)]} onChoose={onFluids} />
          </li>
        )}
      </ul>
    </Modal>
  )
}
