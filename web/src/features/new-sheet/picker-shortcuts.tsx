import { useId, type ReactNode } from 'react'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { sheetText } from './sheet-text.ts'
import type { ShownShortcuts } from './shortcuts.ts'
import './picker-shortcuts.css'

interface PickerShortcutsProps {
  shown: ShownShortcuts<ListEntry>
  renderRow: (entry: ListEntry) => ReactNode
}

/** The few that a person takes every day, above the whole list. */
export function PickerShortcuts({ shown, renderRow }: PickerShortcutsProps) {
  return (
    <div className="shortcuts">
      <Group title={sheetText.favorites} entries={shown.favorites} renderRow={renderRow} />
      <Group title={sheetText.usedLately} entries={shown.recent} renderRow={renderRow} />
      <h3 className="shortcuts-title">{sheetText.wholeList}</h3>
    </div>
  )
}

interface GroupProps {
  title: string
  entries: readonly ListEntry[]
  renderRow: (entry: ListEntry) => ReactNode
}

function Group({ title, entries, renderRow }: GroupProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 className="shortcuts-title" id={id}>
        {title}
      </h3>
      <ul className="shortcut-rows">
        {entries.map((entry) => (
          <li key={entry._id}>{renderRow(entry)}</li>
        ))}
      </ul>
    </section>
  )
}
