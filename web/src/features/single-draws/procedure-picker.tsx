import { useNavigate } from 'react-router-dom'
import { paths, type Species } from '../../paths.ts'
import { RecordPicker, usePicker } from '../../records/record-picker.tsx'
import { formatDate } from '../../ui/format.ts'
import { PickerRow } from '../../ui/picker-row.tsx'
import { pickerText } from '../../ui/picker-text.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

interface ProcedurePickerProps {
  species: Species
  /** The name of the procedure that stands in the form. */
  chosen: string
  onChoose: (name: string) => void
  onClose: () => void
}

/** The procedures of the species; a draw keeps only the name, as its reason. */
export function ProcedurePicker({ species, chosen, onChoose, onClose }: ProcedurePickerProps) {
  const navigate = useNavigate()
  const picker = usePicker('procedures', species)
  return (
    <RecordPicker
      picker={picker}
      title={text.selectProcedure}
      onClose={onClose}
      fields={pickerText.fields}
      placeholders={pickerText.placeholders}
      renderRow={(entry) => (
        <PickerRow
          name={entry.name}
          lines={[`${formatDate(entry.day)} · ${entry.author_name.toUpperCase()}`]}
          pending={entry.pending}
          chosen={entry.name === chosen}
          onChoose={() => onChoose(entry.name)}
        />
      )}
      noOwn={{ title: text.noProcedures, text: pickerText.noOwn }}
      empty={{
        title: text.noProcedures,
        text: pickerText.addInLibrary,
        action: { label: pickerText.openLibrary, onPress: () => void navigate(paths.procedures(species)) },
      }}
    />
  )
}
