import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Modal } from './modal.tsx'
import './picker.css'
import type { PickerAsk } from './picker-ask.ts'
import { PickerSearch, type PickerSearchProps } from './picker-search.tsx'
import { pickerText as text } from './picker-text.ts'
import { SettledStatus } from './settled-status.tsx'
import { Spinner } from './spinner.tsx'
import { Tabs } from './tabs.tsx'
import type { LiveItems } from './use-live-list.ts'
import { usePickerKeys } from './use-picker-keys.ts'
import { VirtualList } from './virtual-list.tsx'

export interface PickerProps<T> extends PickerSearchProps {
  title: string
  onClose: () => void
  back?: (() => void) | undefined
  footer?: ReactNode
  status: LiveItems<T>['status']
  onAgain: () => void
  /** What is shown, already searched and sorted as asked. */
  found: readonly T[]
  /** The words that it was searched for. */
  searched: string
  itemKey: (item: T) => string
  renderRow: (item: T) => ReactNode
  /** Stands above the rows and scrolls with them. */
  first?: ReactNode
  /** Stands where there is no record at all. */
  empty: ReactNode
}

const WHOSE = [
  { id: 'own', label: text.own },
  { id: 'organization', label: text.organization },
] as const satisfies readonly { id: PickerAsk['whose']; label: string }[]

/** A modal that chooses among the records of a library, in two tabs: one's own, and the organization's. */
export function Picker<T>(props: PickerProps<T>) {
  const { title, onClose, back, footer, ask, onAsk, fields, placeholders } = props
  const keys = usePickerKeys(ask.text, props.searched)
  return (
    <Modal title={title} size="wide" onClose={onClose} back={back} footer={footer}>
      <div className="picker" ref={keys}>
        <Tabs
          label={text.whose}
          tabs={WHOSE}
          selected={ask.whose}
          onSelect={(whose) => onAsk({ ...ask, whose })}
        >
          <PickerSearch ask={ask} onAsk={onAsk} fields={fields} placeholders={placeholders} />
          <SettledStatus text={props.status === 'ready' ? text.counted(props.found.length) : ''} />
          <Rows {...props} />
        </Tabs>
      </div>
    </Modal>
  )
}

const ROW_PX = 56

function Rows<T>(props: PickerProps<T>) {
  const { title, status, onAgain, found, itemKey, renderRow, first, ask, onAsk, empty } = props
  const at = (index: number) => found[index] as T
  if (status === 'failed')
    return <EmptyState title={text.failed} action={{ label: text.again, onPress: onAgain }} />
  if (status === 'reading') return <Spinner label={text.loading} />
  if (found.length === 0 && ask.text.trim() !== '')
    return (
      <EmptyState
        title={text.nothingFound}
        action={{ label: text.clearSearch, onPress: () => onAsk({ ...ask, text: '' }) }}
      />
    )
  if (found.length === 0) return empty
  return (
    <VirtualList
      className="picker-list"
      label={title}
      count={found.length}
      estimate={ROW_PX}
      gap={0}
      header={first}
      arrangement={Object.values(ask).join('/')}
      itemKey={(index) => itemKey(at(index))}
      renderItem={(index) => renderRow(at(index))}
    />
  )
}
