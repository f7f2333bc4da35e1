import { useNavigate } from 'react-router-dom'
import type { Species } from 'sync-protocol/records/fields'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { paths } from '../../../paths.ts'
import { RecordPicker, usePicker } from '../../../records/record-picker.tsx'
import { useChoices } from '../../../records/use-choices.ts'
import { Button } from '../../../ui/button.tsx'
import { DrugName } from '../../../ui/drug-name.tsx'
import { PickerRow } from '../../../ui/picker-row.tsx'
import type { PickerSearchProps } from '../../../ui/picker-search.tsx'
import { formatDate } from '../../../ui/format.ts'
import { ControlledBadge } from './controlled-badge.tsx'
import { factsOf } from './picked-facts.ts'
import { protocolsText as text } from './protocols-text.ts'

interface LibraryPickerProps extends Pick<PickerSearchProps, 'fields' | 'placeholders'> {
  collection: 'drugs' | 'fluids'
  title: string
  species: Species
  /** Which of the collection's entries are offered; the same function as long as the answer is the same. */
  offers: (entry: ListEntry) => boolean
  /** How often this one is in the list already. */
  timesAdded: (entry: ListEntry) => number
  count: number
  most: number
  /** Resolves once it is in the list, or could not be added. */
  onAdd: (id: string) => Promise<void>
  onClose: () => void
  /** Said where the library has none. */
  emptyTitle: string
  emptyText: string
}

/** Adds library records to a list, one at each press, until it is full; DONE goes back to the form. */
export function LibraryPicker(props: LibraryPickerProps) {
  const { collection, title, species, offers, timesAdded, count, most, onAdd, onClose } = props
  const navigate = useNavigate()
  const picker = usePicker(collection, species, offers)
  const { choose, done } = useChoices(onClose)
  return (
    <RecordPicker
      picker={picker}
      title={title}
      onClose={done}
      footer={
        <>
          <output className="quiet tabular">{text.count(count, most)}</output>
          <Button kind="primary" onClick={done}>
            {text.done}
          </Button>
        </>
      }
      fields={props.fields}
      placeholders={props.placeholders}
      renderRow={(entry) => (
        <PickerRow
          name={<DrugName name={entry.name} />}
          lines={[
            ...factsOf(entry, species),
            `${formatDate(entry.day)} · ${entry.author_name.toUpperCase()}`,
          ]}
          label={entry.card.drug?.controlled && <ControlledBadge schedule={entry.card.drug.schedule} />}
          pending={entry.pending}
          times={timesAdded(entry)}
          disabled={count >= most}
          onChoose={() => choose(onAdd(entry._id))}
        />
      )}
      noOwn={{ title: text.noOwn, text: text.noOwnText }}
      empty={{
        title: props.emptyTitle,
        text: props.emptyText,
        // What is typed into the protocol is kept, and offered there on the way back.
        action: { label: text.openDrugs, onPress: () => void navigate(paths.drugs(species)) },
      }}
    />
  )
}
