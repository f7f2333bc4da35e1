import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Species } from 'sync-protocol/records/fields'
import { listIndex } from '../../../data/lists/list-index.ts'
import { searchList, type ListEntry } from '../../../data/lists/list-search.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FIRST_ASK, PICKER_SORTS } from '../../../ui/picker-ask.ts'
import { PickerRow } from '../../../ui/picker-row.tsx'
import type { PickerSearchProps } from '../../../ui/picker-search.tsx'
import { pickerText } from '../../../ui/picker-text.ts'
import { Picker } from '../../../ui/picker.tsx'
import { formatDate } from '../../../ui/format.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { usePerson } from '../../../records/use-person.ts'
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
  onAdd: (id: string) => void
  onClose: () => void
  /** Said where the library has none. */
  emptyTitle: string
  emptyText: string
}

/** Adds library records to a list, one at each press, until it is full; DONE goes back to the form. */
export function LibraryPicker(props: LibraryPickerProps) {
  const { collection, title, species, offers, timesAdded, count, most, onAdd, onClose } = props
  const { _id: own } = usePerson()
  const navigate = useNavigate()
  const [ask, setAsk] = useState(FIRST_ASK)
  const words = useDeferredValue(ask.text)
  const { items, status, again } = useLiveList(() => listIndex(collection))
  const { field, sort, whose } = ask
  const found = useMemo(
    () =>
      searchList(items, {
        text: words,
        field,
        ...PICKER_SORTS[sort],
        species,
        ...(whose === 'own' && { own }),
      }).filter(offers),
    [items, words, field, sort, species, whose, own, offers],
  )
  return (
    <Picker
      title={title}
      onClose={onClose}
      footer={
        <>
          <output className="quiet tabular">{text.count(count, most)}</output>
          <Button kind="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
      ask={ask}
      onAsk={setAsk}
      fields={props.fields}
      placeholders={props.placeholders}
      status={status}
      onAgain={again}
      found={found}
      itemKey={({ _id }) => _id}
      renderRow={(entry) => (
        <PickerRow
          name={entry.name}
          lines={[
            ...factsOf(entry, species),
            `${formatDate(entry.day)} · ${entry.author_name.toUpperCase()}`,
          ]}
          label={entry.card.drug?.controlled && <ControlledBadge schedule={entry.card.drug.schedule} />}
          pending={entry.pending}
          times={timesAdded(entry)}
          disabled={count >= most}
          onChoose={() => onAdd(entry._id)}
        />
      )}
      empty={
        whose === 'own' ? (
          <EmptyState
            title={text.noOwn}
            text={text.noOwnText}
            action={{
              label: pickerText.showOrganization,
              onPress: () => setAsk({ ...ask, whose: 'organization' }),
            }}
          />
        ) : (
          <EmptyState
            title={props.emptyTitle}
            text={props.emptyText}
            // What is typed into the protocol is kept, and offered there on the way back.
            action={{ label: text.openDrugs, onPress: () => void navigate(paths.drugs(species)) }}
          />
        )
      }
    />
  )
}
