import {
  EMERGENCY_MEDICATIONS,
  UNSET_MEDICATIONS,
  type SectionTitles,
} from 'sync-protocol/rules/section-choices'
import { DrugClassSwatch } from '../../../records/drug-class-swatch.tsx'
import { speciesWord, type Species } from '../../../paths.ts'
import { Select } from '../../../ui/select.tsx'
import { SpeciesPicture } from '../../../ui/species-picture.tsx'
import { drugsText as text } from './drugs-text.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'

/** What the screen shows: the drugs of a section, by its key, or the fluids. */
export type Place = number | 'fluids'

const EDIT = 'edit'

type Shown = SectionTitles & Pick<LiveSection, 'drug_class'>
const ALWAYS: readonly Shown[] = [EMERGENCY_MEDICATIONS, UNSET_MEDICATIONS]

/** The clinic's sections by key, then the two that always exist: where drugs are listed, and where they can be put. */
export const sectionOptions = (sections: readonly Shown[]) =>
  [...sections, ...ALWAYS].map(({ key, title_p, drug_class }) => ({
    value: String(key),
    label: title_p,
    // The section's name is the option's whole name.
    icon: (
      <span aria-hidden className="section-option-swatch">
        <DrugClassSwatch drugClass={drug_class} size="small" />
      </span>
    ),
  }))

/** Where a drug with this key is listed: one whose section lives no more is unset. */
export const listedUnder = (sections: readonly Shown[], key: number): number =>
  [...sections, ...ALWAYS].some((section) => section.key === key) ? key : UNSET_MEDICATIONS.key

interface SectionSelectProps {
  species: Species
  sections: readonly LiveSection[]
  place: Place
  onPlace: (place: Place) => void
  /** Absent for who may not edit sections. */
  onEdit?: (() => void) | undefined
}

/** The dropdown over the list. EDIT SECTIONS opens a dialog, and the list stays where it is. */
export function SectionSelect({ species, sections, place, onPlace, onEdit }: SectionSelectProps) {
  const options = [
    ...sectionOptions(sections),
    { value: 'fluids', label: text.fluids },
    ...(onEdit === undefined ? [] : [{ value: EDIT, label: text.editSections }]),
  ]
  return (
    <div className="drugs-tools">
      <span className="drugs-species">
        <SpeciesPicture species={speciesWord(species)} size={40} />
        {text.speciesNames[species]}
      </span>
      <Select
        label={text.section}
        hideLabel
        value={String(place)}
        options={options}
        onChange={(value) => {
          if (value === EDIT) onEdit?.()
          else onPlace(value === 'fluids' ? value : Number(value))
        }}
      />
    </div>
  )
}
