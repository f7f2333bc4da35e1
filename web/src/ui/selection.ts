/** Ids in the order of choosing. Only what is shown counts: what a search hides is neither counted nor deleted. */
export type Selection = ReadonlySet<string>

export const NOTHING_SELECTED: Selection = new Set()

export function toggled(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selected among the shown, in the order of choosing. */
export function selectedOf(selection: Selection, shown: readonly { _id: string }[]): string[] {
  if (selection.size === 0) return []
  const ids = new Set(shown.map(({ _id }) => _id))
  return [...selection].filter((id) => ids.has(id))
}

export type SelectionState = 'none' | 'some' | 'all'

export function selectionState(selected: number, shown: number): SelectionState {
  if (selected === 0) return 'none'
  return selected === shown ? 'all' : 'some'
}

/** A press on select-all: from none or some to all, from all to none (`spec 2 §4`). */
export function allToggled(selection: Selection, shown: readonly { _id: string }[]): Selection {
  const selected = selectedOf(selection, shown)
  if (selectionState(selected.length, shown.length) === 'all') return NOTHING_SELECTED
  return new Set([...selected, ...shown.map(({ _id }) => _id)])
}
