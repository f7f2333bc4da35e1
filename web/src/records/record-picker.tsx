import { useDeferredValue, useMemo, useState } from 'react'
import type { Collection } from 'sync-protocol/records/envelope'
import { listIndex } from '../data/lists/list-index.ts'
import { searchList, type ListEntry } from '../data/lists/list-search.ts'
import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx'
import { FIRST_ASK, PICKER_SORTS } from '../ui/picker-ask.ts'
import { pickerText as text } from '../ui/picker-text.ts'
import { Picker, type PickerProps } from '../ui/picker.tsx'
import { useLiveList } from '../ui/use-live-list.ts'
import { usePerson } from './use-person.ts'

/** The records of a species that may be picked, as they are asked for. `offers` leaves some out: the same function for the same. */
export function usePicker(collection: Collection, species: number, offers?: (entry: ListEntry) => boolean) {
  const { _id: own } = usePerson()
  const [ask, setAsk] = useState(FIRST_ASK)
  const words = useDeferredValue(ask.text)
  const { items, status, again } = useLiveList(() => listIndex(collection))
  const { field, sort, whose } = ask
  const found = useMemo(() => {
    const wanted = { text: words, field, ...PICKER_SORTS[sort], species }
    const all = searchList(items, { ...wanted, ...(whose === 'own' && { own }) })
    return offers ? all.filter(offers) : all
  }, [items, words, field, sort, species, whose, own, offers])
  return { ask, setAsk, found, searched: words, status, again }
}

type AsInPicker = Pick<
  PickerProps<ListEntry>,
  'title' | 'onClose' | 'footer' | 'renderRow' | 'first' | 'fields' | 'placeholders'
>

interface RecordPickerProps extends AsInPicker {
  picker: ReturnType<typeof usePicker>
  /** Said where the clinic has none, with the way to its library. */
  empty: Omit<EmptyStateProps, 'icon'>
  /** Said in its place where only this person has none. */
  noOwn: Omit<EmptyStateProps, 'icon' | 'action'>
}

const idOf = ({ _id }: ListEntry) => _id

/** Chooses among the records of a library: one's own, or the organization's (`spec 1 §4`). */
export function RecordPicker({ picker, empty, noOwn, ...rest }: RecordPickerProps) {
  const { ask, setAsk, found, searched, status, again } = picker
  const showAll = {
    label: text.showOrganization,
    onPress: () => setAsk({ ...ask, whose: 'organization' }),
  }
  return (
    <Picker
      {...rest}
      ask={ask}
      onAsk={setAsk}
      status={status}
      onAgain={again}
      found={found}
      searched={searched}
      itemKey={idOf}
      empty={ask.whose === 'own' ? <EmptyState {...noOwn} action={showAll} /> : <EmptyState {...empty} />}
    />
  )
}
