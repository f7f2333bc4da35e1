import { useLiveQuery } from 'dexie-react-hooks'
import { useNavigate } from 'react-router-dom'
import { EMERGENCY_SECTION_TITLE } from 'sync-protocol/log/log-text'
import { perMl, unitOf } from 'sync-protocol/records/amount-unit'
import { EMERGENCY_SECTION, type DrugClass, type Species } from 'sync-protocol/records/fields'
import { numberText } from 'sync-protocol/rules/number-input'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { librarySections } from '../../data/view/library-sections.ts'
import { paths } from '../../paths.ts'
import { DrugClassSwatch } from '../../records/drug-class-swatch.tsx'
import { RecordPicker, usePicker } from '../../records/record-picker.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { PickerRow } from '../../ui/picker-row.tsx'
import { pickerText } from '../../ui/picker-text.ts'
import { calculatorText as text } from './calculator-text.ts'
import type { Amount, ChosenDrug } from './infusion-form.ts'

const amountOf = (drug: object): Amount | null => {
  const unit = unitOf(drug)
  return unit === 'mg' || unit === 'units' ? unit : null
}

/** What can run into a vein, in a unit that a dose of an infusion has. */
const isOffered = ({ card: { drug } }: ListEntry) =>
  drug !== undefined && drug.form === 'INJECTION' && amountOf(drug) !== null

interface Section {
  title: string
  drugClass?: DrugClass | undefined
}

const EMERGENCY: Section = { title: EMERGENCY_SECTION_TITLE }

async function readSections(): Promise<ReadonlyMap<number, Section>> {
  const sections = await librarySections()
  return new Map([
    [EMERGENCY_SECTION, EMERGENCY],
    ...sections.map(
      ({ key, title_p, drug_class }) => [key, { title: title_p, drugClass: drug_class }] as const,
    ),
  ])
}

/** Two drugs of one name and strength differ in it, and in their limits. */
function SectionOf({ section }: { section: Section | undefined }) {
  if (section === undefined) return null
  return (
    <span className="calc-section">
      <DrugClassSwatch drugClass={section.drugClass} size="small" beside={section.title} /> {section.title}
    </span>
  )
}

interface DrugPickerProps {
  species: Species
  /** The id of the one that is chosen. */
  chosen: string
  onChoose: (drug: ChosenDrug) => void
  onClose: () => void
}

/** The injectable drugs of the library for the species. */
export function DrugPicker({ species, chosen, onChoose, onClose }: DrugPickerProps) {
  const navigate = useNavigate()
  const sections = useLiveQuery(readSections, [])
  const picker = usePicker('drugs', species, isOffered)
  const choose = ({ _id: id, name, card: { drug } }: ListEntry) => {
    const amount = drug && amountOf(drug)
    if (drug && amount) onChoose({ id, name, amount, concentration: drug.concentration })
  }
  return (
    <RecordPicker
      picker={picker}
      title={text.pickDrug}
      onClose={onClose}
      fields={pickerText.fields}
      placeholders={pickerText.placeholders}
      renderRow={(entry) => (
        <PickerRow
          name={
            <>
              <DrugName name={entry.name} />{' '}
              {entry.card.drug && (
                <span className="calc-strength tabular">
                  {numberText(entry.card.drug.concentration)} {perMl(entry.card.drug)}
                </span>
              )}
            </>
          }
          lines={[]}
          label={<SectionOf section={sections?.get(entry.section_key ?? NaN)} />}
          pending={entry.pending}
          chosen={entry._id === chosen}
          onChoose={() => choose(entry)}
        />
      )}
      noOwn={{ title: text.noDrugs, text: pickerText.noOwn }}
      empty={{
        title: text.noDrugs,
        text: pickerText.addInLibrary,
        action: { label: pickerText.openLibrary, onPress: () => void navigate(paths.drugs(species)) },
      }}
    />
  )
}
