import { ArrowDown, ArrowUp, SlidersHorizontal } from 'lucide-react'
import { useCallback, useId, useState, type ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { EmptyState } from './empty-state.tsx'
import { recordListText as text } from './record-list-text.ts'
import './record-list.css'
import { SearchBox } from './search-box.tsx'
import { Select } from './select.tsx'
import { Spinner } from './spinner.tsx'
import { VirtualList } from './virtual-list.tsx'

/** Of a row of two lines, with the usual letters. */
const ROW_PX = 54

/** One dropdown of the toolbar. */
export interface ListChoice<V extends string> {
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

export interface RecordListProps<T, F extends string, S extends string, O extends string> {
  label: string
  /** What is shown, already searched and sorted. */
  items: readonly T[]
  /** The same function each time. */
  itemKey: (item: T) => string
  renderCard: (item: T) => ReactNode
  status: 'reading' | 'ready' | 'failed'
  onAgain: () => void
  search: { value: string; onChange: (value: string) => void; placeholder: string }
  searchBy: ListChoice<F>
  sort: ListChoice<S>
  order: ListChoice<O>
  selection: { state: 'none' | 'some' | 'all'; count: number; onToggleAll: () => void }
  /** What can be done with what is selected; one too. */
  bulk?: ReactNode
  /** How many there are, in words, while no more than one is selected. */
  counted: string
  /** Stands where there is no record at all; a search without a hit says so itself. */
  empty: ReactNode
  /** Where a search without a hit here has some. */
  elsewhere?: { text: string; label: string; onPress: () => void } | undefined
  /** Buttons of the screen, beside the count. */
  actions?: ReactNode
  /** What the list leaves out or adds beside the search; also where there is no record. */
  filters?: ReactNode
  /** Beside the selects, and on a phone folded away with them; `said` where it changes what is listed. */
  folds?: { choice: ReactNode; said: string | undefined } | undefined
  /** Before the search box. */
  tools?: ReactNode
  /** Beside the search box, such as a filter's button. */
  besideSearch?: ReactNode
  /** Above the rows, such as an offer to go on with something. */
  notice?: ReactNode
  scrollKey: string
}

/** The list of every library: search, sort, order, select, act on many; windowed, its scroll position kept. */
export function RecordList<T, F extends string, S extends string, O extends string>(
  props: RecordListProps<T, F, S, O>,
) {
  const { label, items, itemKey, renderCard, status, search, searchBy, sort, order, scrollKey } = props
  const toolsId = useId()
  const [folded, setFolded] = useState(true)
  const at = (index: number) => items[index] as T
  const keyAt = useCallback((index: number) => itemKey(items[index] as T), [items, itemKey])
  return (
    <section className="record-list fills-screen" aria-label={label} tabIndex={-1} data-list-home>
      <div id={toolsId} className="record-list-tools labels-inside" data-folded={folded || undefined}>
        {props.tools !== undefined && <div className="record-list-scope">{props.tools}</div>}
        <div className="record-list-search">
          <SearchBox
            label={text.search}
            value={search.value}
            onChange={search.onChange}
            placeholder={search.placeholder}
          />
          {props.besideSearch}
        </div>
        {props.folds !== undefined && <div className="record-list-fold">{props.folds.choice}</div>}
        <Select label={text.searchBy} {...searchBy} />
        <Select label={text.sort} {...sort} />
        <Select label={text.order} {...order} />
      </div>
      {props.notice}
      {(props.filters !== undefined || props.folds !== undefined || hasRows(props)) && (
        <SelectionBar
          {...props}
          chip={
            <ToolsChip {...props} folded={folded} controls={toolsId} onPress={() => setFolded(!folded)} />
          }
        />
      )}
      {status === 'ready' && items.length > 0 && (
        <VirtualList
          key={scrollKey}
          className="record-list-rows"
          label={label}
          count={items.length}
          itemKey={keyAt}
          renderItem={(index) => renderCard(at(index))}
          scrollKey={scrollKey}
          estimate={ROW_PX}
          gap={2}
        />
      )}
      {!(status === 'ready' && items.length > 0) && <InsteadOfRows {...props} />}
    </section>
  )
}

type Frame = Pick<
  RecordListProps<unknown, string, string, string>,
  | 'status'
  | 'onAgain'
  | 'empty'
  | 'search'
  | 'selection'
  | 'bulk'
  | 'counted'
  | 'actions'
  | 'filters'
  | 'folds'
  | 'items'
  | 'elsewhere'
>

/** The filters stay where they are, with their focus, when they leave no row. */
function SelectionBar(props: Frame & { chip: ReactNode }) {
  const { status, selection, bulk, counted, actions, filters, folds, chip } = props
  const many = selection.count > 1
  const rows = hasRows(props)
  return (
    <div className={many ? 'record-list-bar record-list-bar-many' : 'record-list-bar'}>
      {rows && (
        <Checkbox
          label={text.selectAll}
          hideLabel
          checked={selection.state === 'all'}
          indeterminate={selection.state === 'some'}
          onChange={selection.onToggleAll}
        />
      )}
      {rows && (
        <span className="record-list-count" aria-live="polite">
          {many ? text.selected(selection.count) : counted}
        </span>
      )}
      {/* Not before what stands beside them. */}
      {(rows || status !== 'reading') && filters !== undefined && (
        <div className="record-list-filters">{filters}</div>
      )}
      {(rows || (folds !== undefined && status !== 'reading')) && !many && chip}
      {rows && (selection.count > 0 ? bulk : actions)}
    </div>
  )
}

type Chosen = Pick<ListChoice<string>, 'value' | 'options'>

interface ToolsChipProps {
  searchBy: Chosen
  sort: Chosen
  order: Chosen
  folds?: { said: string | undefined } | undefined
  folded: boolean
  controls: string
  onPress: () => void
}

/** On a phone, in place of the three selects: what is chosen in them. A press shows them. */
function ToolsChip({ searchBy, sort, order, folds, folded, controls, onPress }: ToolsChipProps) {
  const chosen = ({ value, options }: Chosen) => options.find((option) => option.value === value)?.label ?? ''
  return (
    <button
      type="button"
      className="record-list-chip"
      aria-expanded={!folded}
      aria-controls={controls}
      onClick={onPress}
    >
      <SlidersHorizontal aria-hidden />
      <span>
        {/* The search box says it, too. */}
        <span className="visually-hidden">{chosen(searchBy)} · </span>
        {chosen(sort)}
        <span className="visually-hidden">, {chosen(order)}</span>
        {folds?.said !== undefined && <span className="record-list-chip-more"> {folds.said}</span>}
      </span>
      {order.value === 'descending' ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
    </button>
  )
}

const hasRows = (props: Pick<Frame, 'items' | 'search'>) => props.items.length > 0 || isSearched(props)
const isSearched = ({ search }: Pick<Frame, 'search'>) => search.value.trim() !== ''

/** A failure and a search without a hit must not look like a place without records. */
function InsteadOfRows({ status, onAgain, search, empty, elsewhere }: Frame) {
  if (status === 'failed') {
    return (
      <EmptyState
        title={text.failed}
        text={text.failedText}
        action={{ label: text.again, onPress: onAgain }}
      />
    )
  }
  if (status === 'reading') return <Spinner label={text.loading} />
  if (!isSearched({ search })) return empty
  return (
    <EmptyState
      title={text.nothingFound}
      {...(elsewhere && { text: elsewhere.text })}
      action={
        elsewhere
          ? { label: elsewhere.label, onPress: elsewhere.onPress }
          : { label: text.clearSearch, onPress: () => search.onChange('') }
      }
    />
  )
}
