import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { createText as text } from './create-text.ts'
import { DRAW_FIELDS, type DrawAsk } from './draw-search.ts'

const FIELDS = DRAW_FIELDS.map((value) => ({ value, label: text.fields[value] }))
const ORDERS = (['descending', 'ascending'] as const).map((value) => ({ value, label: text.orders[value] }))

/** Search, search-by and order over the list of draws. */
export function DrawTools({ ask, onAsk }: { ask: DrawAsk; onAsk: (next: DrawAsk) => void }) {
  return (
    <div className="picker-search">
      <SearchBox
        label={text.search}
        placeholder={text.placeholders[ask.field]}
        value={ask.text}
        onChange={(words) => onAsk({ ...ask, text: words })}
      />
      <Select
        label={text.searchBy}
        hideLabel
        value={ask.field}
        options={FIELDS}
        onChange={(field) => onAsk({ ...ask, field })}
      />
      <Select
        label={text.order}
        hideLabel
        value={ask.order}
        options={ORDERS}
        onChange={(order) => onAsk({ ...ask, order })}
      />
    </div>
  )
}
