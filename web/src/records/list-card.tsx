import { EllipsisVertical, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListEntry } from '../data/lists/list-search.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { listText as text } from './list-text.ts'

/** One more thing that can be done with a record, in the menu of its card. */
export interface CardAction {
  id: string
  label: string
  icon?: ReactNode
  danger?: boolean
  onPress: (entry: ListEntry) => void
}
const NO_ACTIONS: readonly CardAction[] = []

/** What a list hands to each of its cards. */
export interface CardOf<E extends ListEntry = ListEntry> {
  entry: E
  selected: boolean
  mayDelete: boolean
  onSelect: (id: string) => void
  onOpen: (entry: ListEntry) => void
  onDelete: (entry: ListEntry) => void
}

interface ListCardProps extends CardOf {
  /** What its choice and its deletion call it. */
  called: string
  title?: ReactNode
  meta: ReactNode
  /** Beside the title, before what every list says there. */
  label?: ReactNode
  lines?: readonly ReactNode[]
  /** In its menu, before its deletion. */
  actions?: readonly CardAction[]
  /** Before its menu. */
  beside?: ReactNode
}

/** A record in any list: chosen, opened by its words; the rest is in its menu. A voided one is struck through and only read. */
export function ListCard(props: ListCardProps) {
  const { entry, selected, mayDelete, called, title, meta, label, lines = [], beside } = props
  const { onSelect, onOpen, onDelete } = props
  const actions = [
    ...(props.actions ?? NO_ACTIONS),
    ...(mayDelete
      ? [{ id: 'delete', label: text.remove, icon: <Trash2 />, danger: true, onPress: onDelete }]
      : []),
  ]
  return (
    <Card
      meta={meta}
      title={title ?? entry.name}
      label={
        <>
          {label}
          {entry.flags?.includes('time_unconfirmed') && (
            <Badge kind="attention">{text.timeUnconfirmed}</Badge>
          )}
          {entry.pending && <Badge kind="attention">{text.pending}</Badge>}
          {entry.voided && <Badge kind="harm">{text.voided}</Badge>}
        </>
      }
      lines={lines}
      selected={selected}
      struck={entry.voided}
      onPress={() => onOpen(entry)}
      leading={
        entry.voided ? (
          <span className="card-no-choice" />
        ) : (
          <Checkbox
            label={text.select(called)}
            hideLabel
            checked={selected}
            onChange={() => onSelect(entry._id)}
          />
        )
      }
      trailing={
        <>
          {beside}
          {entry.voided && <span className="card-no-choice" />}
          {actions.length > 0 && (
            <MenuButton
              label={text.more(called)}
              items={actions}
              onAction={(id) => actions.find((action) => action.id === id)?.onPress(entry)}
            >
              <EllipsisVertical />
            </MenuButton>
          )}
        </>
      }
    />
  )
}
