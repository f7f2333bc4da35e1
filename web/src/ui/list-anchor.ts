/** A row as it was shown, in px from the top of the list. */
export interface ShownRow {
  key: string
  index: number
  start: number
  end: number
}

/** The rows as they are now. */
export interface NewRows {
  count: number
  keyAt(index: number): string
  startAt(index: number): number
}

function indexOf(key: string, { count, keyAt }: NewRows): number | undefined {
  for (let index = 0; index < count; index++) if (keyAt(index) === key) return index
  return undefined
}

/**
 * By how many px the list must be scrolled so that the first row in sight that is still there stays where it was, when rows
 * came, went or moved above it. At its very top a list is not held: what is new there is to be seen.
 */
export function anchorShift(before: readonly ShownRow[], offset: number, now: NewRows): number {
  if (offset <= 0) return 0
  for (const row of before) {
    if (row.end <= offset) continue
    if (row.index < now.count && now.keyAt(row.index) === row.key) return 0
    const index = indexOf(row.key, now)
    if (index !== undefined) return now.startAt(index) - row.start
  }
  return 0
}
