import { FLUIDS_MAX } from 'sync-protocol/records/limits'
import type { AnesthesiaValues } from './anesthesia-values.ts'
import { LibraryPicker } from './library-picker.tsx'
import type { LibrarySections } from './library-sections.ts'
import { protocolsText as text } from './protocols-text.ts'
import { SectionDrugPicker } from './section-drug-picker.tsx'
import { SectionPicker } from './section-picker.tsx'
import type { AnesthesiaActions, AnesthesiaPicker } from './use-anesthesia-actions.ts'

interface AnesthesiaPickersProps {
  picker: AnesthesiaPicker
  values: AnesthesiaValues
  sections: LibrarySections
  actions: AnesthesiaActions
}

const every = () => true

/** What stands over the form of an anesthesia protocol: its sections, its drugs, its fluids. */
export function AnesthesiaPickers({ picker, values, sections, actions }: AnesthesiaPickersProps) {
  const { species } = values
  const close = () => actions.closePicker(picker)
  if (picker.kind === 'section')
    return (
      <SectionPicker
        species={species}
        sections={sections}
        used={values.sections}
        hasFluids={values.fluids !== null}
        onSection={actions.addSection}
        onFluids={actions.addFluids}
        onClose={close}
      />
    )
  if (picker.kind === 'drugs') {
    const section = values.sections.find(({ row }) => row === picker.section)
    if (section === undefined) return null
    return (
      <SectionDrugPicker
        section={section}
        species={species}
        sections={sections}
        onAdd={(id) => actions.addDrug(section.row, id)}
        onClose={close}
      />
    )
  }
  const fluids = values.fluids ?? []
  return (
    <LibraryPicker
      collection="fluids"
      title={text.fluidPickerTitle}
      fields={text.fluidFields}
      placeholders={text.fluidPlaceholders}
      species={species}
      offers={every}
      timesAdded={({ name }) => fluids.filter((fluid) => fluid.name === name).length}
      count={fluids.length}
      most={FLUIDS_MAX}
      onAdd={actions.addFluid}
      onClose={close}
      emptyTitle={text.noLibraryFluids(text.speciesNames[species])}
      emptyText={text.addInDrugs}
    />
  )
}
