import type { ListQuery } from '../../data/list-search.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { sheetText } from './sheet-text.ts'

export const SORTS = {
  'date-descending': { sort: 'date', order: 'descending' },
  'date-ascending': { sort: 'date', order: 'ascending' },
  'name-ascending': { sort: 'name', order: 'ascending' },
  'name-descending': { sort: 'name', order: 'descending' },
} as const satisfies Record<string, Pick<ListQuery, 'sort' | 'order'>>
type Sort = keyof typeof SORTS

export interface Search {
  text: string
  field: keyof typeof sheetText.searchFields
  sort: Sort
}

/** Newest first (`spec 1 §9`). */
export const FIRST_SEARCH: Search = { text: '', field: 'name', sort: 'date-descending' }

const FIELD_OPTIONS = (['name', 'author', 'date'] as const).map((value) => ({
  value,
  label: sheetText.searchFields[value],
}))
const SORT_OPTIONS = (Object.keys(SORTS) as Sort[]).map((value) => ({ value, label: sheetText.sorts[value] }))

export function PickerSearch({ search, onChange }: { search: Search; onChange: (next: Search) => void }) {
  return (
    <div className="picker-search">
      <SearchBox
        label={sheetText.search}
        placeholder={sheetText.placeholders[search.field]}
        value={search.text}
        onChange={(text) => onChange({ ...search, text })}
      />
      <Select
        label={sheetText.searchBy}
        hideLabel
        value={search.field}
        options={FIELD_OPTIONS}
        onChange={(field) => onChange({ ...search, field })}
      />
      <Select
        label={sheetText.sort}
        hideLabel
        value={search.sort}
        options={SORT_OPTIONS}
        onChange={(sort) => onChange({ ...search, sort })}
      />
    </div>
  )
}
