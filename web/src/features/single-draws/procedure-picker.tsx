import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { listIndex } from '../../data/lists/list-index.ts'
import { searchList } from '../../data/lists/list-search.ts'
import { paths, type Species } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { FIRST_ASK, PICKER_SORTS } from '../../ui/picker-ask.ts'
import { PickerRow } from '../../ui/picker-row.tsx'
import { pickerText } from '../../ui/picker-text.ts'
import { Picker } from '../../ui/picker.tsx'
import { useLiveList } from '../../ui/use-live-list.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

interface ProcedurePickerProps {
  species: Species
  own: string
  /** The name of the procedure that stands in the form. */
  chosen: string
  onChoose: (name: string) => void
  onClose: () => void
}

/** The procedures of the species; a draw keeps only the name, as its reason. */
export function ProcedurePicker({ species, own, chosen, onChoose, onClose }: ProcedurePickerProps) {
  const [ask, setAsk] = useState(FIRST_ASK)
  const navigate = useNavigate()
  const words = useDeferredValue(ask.text)
  const { items, status, again } = useLiveList(() => listIndex('procedures'))
  const { field, sort, whose } = ask
  const found = useMemo(
    () =>
      searchList(items, {
        text: words,
        field,
        ...PICKER_SORTS[sort],
        species,
        ...(whose === 'own' && { own }),
      }),
    [items, words, field, sort, species, whose, own],
  )
  return (
    <Picker
      title={text.selectProcedure}
      onClose={onClose}
      ask={ask}
      onAsk={setAsk}
      fields={text.procedureFields}
      placeholders={text.procedurePlaceholders}
      status={status}
      onAgain={again}
      found={found}
      itemKey={({ _id }) => _id}
      renderRow={(entry) => (
        <PickerRow
          name={entry.name}
          lines={[`${formatDate(entry.day)} · ${entry.author_name.toUpperCase()}`]}
          pending={entry.pending}
          chosen={entry.name === chosen}
          onChoose={() => onChoose(entry.name)}
        />
      )}
      empty={
        <EmptyState
          title={text.noProcedures}
          text={whose === 'own' ? text.noOwnProcedures : text.addProcedures}
          action={
            whose === 'own'
              ? {
                  label: pickerText.showOrganization,
                  onPress: () => setAsk({ ...ask, whose: 'organization' }),
                }
              : { label: pickerText.openLibrary, onPress: () => void navigate(paths.procedures(species)) }
          }
        />
      }
    />
  )
}
