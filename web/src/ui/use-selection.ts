import { useCallback, useMemo, useState } from 'react'
import { allToggled, NOTHING_SELECTED, selectedOf, selectionState, toggled } from './selection.ts'

/** Selecting in a list, of what is shown and `selectable`: the same array while that is the same. */
export function useSelection<T extends { _id: string }>(selectable: readonly T[]) {
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const selected = useMemo(() => selectedOf(selection, selectable), [selection, selectable])
  return {
    has: (id: string) => selection.has(id),
    count: selected.length,
    state: selectionState(selected.length, selectable.length),
    onSelect: useCallback((id: string) => setSelection((now) => toggled(now, id)), []),
    onToggleAll: () => setSelection(allToggled(selection, selectable)),
    clear: () => setSelection(NOTHING_SELECTED),
    /** In the order of choosing. */
    entries: (): T[] => {
      const byId = new Map(selectable.map((entry) => [entry._id, entry]))
      return selected.flatMap((id) => byId.get(id) ?? [])
    },
  }
}
