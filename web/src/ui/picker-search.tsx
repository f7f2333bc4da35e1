import {
  PICKER_FIELDS,
  PICKER_SORTS,
  type PickerAsk,
  type PickerField,
  type PickerSort,
} from './picker-ask.ts'
import { pickerText as text } from './picker-text.ts'
import { SearchBox } from './search-box.tsx'
import { Select } from './select.tsx'
import { useCoarsePointer } from './use-coarse-pointer.ts'

export interface PickerSearchProps {
  ask: PickerAsk
  onAsk: (next: PickerAsk) => void
  fields: Readonly<Record<PickerField, string>>
  placeholders: Readonly<Record<PickerField, string>>
}

const SORT_OPTIONS = (Object.keys(PICKER_SORTS) as PickerSort[]).map((value) => ({
  value,
  label: text.sorts[value],
}))

export function PickerSearch({ ask, onAsk, fields, placeholders }: PickerSearchProps) {
  const coarse = useCoarsePointer()
  return (
    <div className="picker-search">
      <SearchBox
        label={text.search}
        placeholder={placeholders[ask.field]}
        value={ask.text}
        onChange={(words) => onAsk({ ...ask, text: words })}
        // The keys of a tablet's screen would hide the rows.
        takesFocus={!coarse}
      />
      <Select
        label={text.searchBy}
        hideLabel
        value={ask.field}
        options={PICKER_FIELDS.map((value) => ({ value, label: fields[value] }))}
        onChange={(field) => onAsk({ ...ask, field })}
      />
      <Select
        label={text.sort}
        hideLabel
        value={ask.sort}
        options={SORT_OPTIONS}
        onChange={(sort) => onAsk({ ...ask, sort })}
      />
    </div>
  )
}
